import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import type { Link, RuleCondition } from '../../../api/types';
import { aLink, aUser, onePage } from '../../../testing/factories';
import { FakeApi, ok, problem } from '../../../testing/fake-api';
import { renderWithStore } from '../../../testing/render-app';
import { DashboardPage } from '../dashboard-page';
import { allCountries } from './places';
import { firstMet, isMet, type TestVisitor } from './who-goes-where';

const signedInAs = aUser();
const phones = {
  id: 'rul_1',
  name: 'Phones',
  conditions: [{ field: 'device', operator: 'is' as const, values: ['mobile'] }],
  destination: 'https://phones.example/',
};
const austria = {
  id: 'rul_2',
  name: '',
  conditions: [{ field: 'country', operator: 'is' as const, values: ['AT'] }],
  destination: 'https://at.example/',
};

async function edit(link: Link, fake = new FakeApi()) {
  fake.on('GET /api/urls', ok({ urls: [link], pagination: onePage(1) }));
  const rendered = renderWithStore(<DashboardPage />, { signedInAs, entry: '/dashboard' });
  await rendered.user.click(await screen.findByRole('button', { name: /^Edit: / }));
  const dialog = within(await screen.findByRole('dialog'));
  await rendered.user.click(dialog.getByRole('button', { name: 'Show targeting' }));
  await dialog.findByRole('heading', { name: 'Rules' });
  return { ...rendered, dialog, fake };
}
const save = async ({ user, dialog }: Awaited<ReturnType<typeof edit>>) => user.click(dialog.getByRole('button', { name: 'Save changes' }));
const sent = async (fake: FakeApi, link: Link) => {
  await waitFor(() => expect(fake.to(`PUT /api/urls/${link.id}`)).toHaveLength(1));
  return fake.to(`PUT /api/urls/${link.id}`)[0]!.body as { rules: Link['rules']; variants: Link['variants']; maxClicks: number | null };
};

describe('the targeting editor', () => {
  test('has no accessibility problems with every kind of condition, variants and the test box', async () => {
    const time = { field: 'time', operator: 'is' as const, values: ['mon'], from: '09:00', to: '17:00', timeZone: 'Europe/Berlin' };
    const conditions: RuleCondition[] = [
      ...phones.conditions,
      ...austria.conditions,
      { field: 'language', operator: 'isNot', values: ['de'] },
      { field: 'query', operator: 'is', values: ['a'], key: 'ref' },
      time,
    ];
    await edit(
      aLink({
        rules: [{ ...phones, conditions }, austria],
        variants: [
          { id: 'var_1', name: '', destination: 'https://a.example/', weight: 3 },
          { id: 'var_2', name: '', destination: 'https://b.example/', weight: 1 },
        ],
      }),
    );
    expect(await axe(screen.getByRole('dialog'))).toHaveNoViolations();
    // A thousand countries, languages and time zones to look through.
  }, 120_000);

  test('makes a rule: what is looked at, with what it is compared, where it leads', async () => {
    const link = aLink();
    const it = await edit(link);
    const { user, dialog, fake } = it;
    fake.on(`PUT /api/urls/${link.id}`, ok(link));
    await user.click(dialog.getByRole('button', { name: 'Add rule' }));
    const rule = within(dialog.getByRole('region', { name: 'Rule 1' }));
    await user.click(rule.getByRole('checkbox', { name: 'Phone' }));
    await user.click(rule.getByRole('button', { name: 'Add condition' }));
    await user.selectOptions(rule.getByRole('combobox', { name: 'Add a country' }), 'Austria');
    await user.selectOptions(rule.getAllByRole('combobox', { name: 'Comparison' })[1]!, 'is not');
    await user.type(rule.getByRole('textbox', { name: 'Send them to' }), 'phones.example/app');
    await user.type(dialog.getByRole('textbox', { name: /Maximum clicks/ }), '3');
    await save(it);
    const body = await sent(fake, link);
    expect(body.rules).toEqual([
      {
        id: expect.any(String),
        name: '',
        conditions: [
          { field: 'device', operator: 'is', values: ['mobile'] },
          { field: 'country', operator: 'isNot', values: ['AT'] },
        ],
        destination: 'https://phones.example/app',
      },
    ]);
    expect(body.maxClicks).toBe(3);
  });

  test('moves rules by buttons and by the arrow keys, says where to, and keeps the focus on the one that moved', async () => {
    const link = aLink({ rules: [phones, austria] });
    const it = await edit(link);
    const { user, dialog, fake } = it;
    fake.on(`PUT /api/urls/${link.id}`, ok(link));
    await user.click(dialog.getByRole('button', { name: 'Move rule 2 up' }));
    expect(dialog.getByText('Rule moved to place 1 of 2')).toBeInTheDocument();
    dialog.getByRole('button', { name: /^Drag rule 1/ }).focus();
    await user.keyboard('{ArrowDown}');
    await waitFor(() => expect(dialog.getByRole('button', { name: /^Drag rule 2/ })).toHaveFocus());
    await user.keyboard('{ArrowUp}');
    await save(it);
    expect((await sent(fake, link)).rules.map(({ id }) => id)).toEqual(['rul_2', 'rul_1']);
  });

  test('shows weights as shares, and starts an A/B test from the destination of the link', async () => {
    const link = aLink({ originalUrl: 'https://example.com/here' });
    const { user, dialog } = await edit(link);
    await user.click(dialog.getByRole('button', { name: 'Start an A/B test' }));
    const [first, second] = [1, 2].map((place) => within(dialog.getByRole('region', { name: `Variant ${place}` })));
    expect(first!.getByRole('textbox', { name: 'Destination' })).toHaveValue('https://example.com/here');
    expect(first!.getByText('50% of visitors')).toBeInTheDocument();
    await user.clear(second!.getByRole('spinbutton', { name: 'Weight' }));
    await user.type(second!.getByRole('spinbutton', { name: 'Weight' }), '3');
    expect(second!.getByText('75% of visitors')).toBeInTheDocument();
  });

  test('tells who would go where', async () => {
    const { user, dialog } = await edit(aLink({ rules: [phones, austria], originalUrl: 'https://example.com/own' }));
    const box = within(dialog.getByRole('region', { name: 'Who would go where?' }));
    expect(box.getByText('Goes to https://phones.example/, by rule 1.')).toBeInTheDocument();
    await user.selectOptions(box.getByRole('combobox', { name: 'Device' }), 'Computer');
    expect(box.getByText('https://example.com/own')).toBeInTheDocument();
    await user.selectOptions(box.getByRole('combobox', { name: 'Country' }), 'Austria');
    expect(box.getByText('Goes to https://at.example/, by rule 2.')).toBeInTheDocument();
  });

  test("shows the server's word at the field it is about, until something changes", async () => {
    const link = aLink({ rules: [phones] });
    const it = await edit(link);
    const { dialog, fake, user } = it;
    fake.on(
      `PUT /api/urls/${link.id}`,
      problem(400, 'VALIDATION_FAILED', 'No.', [{ field: 'rules[0].destination', message: 'This address is blocked.' }]),
    );
    await save(it);
    expect(await dialog.findByText('This address is blocked.')).toBeInTheDocument();
    const destination = dialog.getByRole('textbox', { name: 'Send them to' });
    expect(destination).toHaveAccessibleDescription('This address is blocked.');
    await user.type(destination, 'x');
    expect(dialog.queryByText('This address is blocked.')).not.toBeInTheDocument();
  });
});

test('a link without clicks left is expired, one with some says how many', async () => {
  const fake = new FakeApi();
  fake.on(
    'GET /api/urls',
    ok({ urls: [aLink({ maxClicks: 3, clicksLeft: 0 }), aLink({ maxClicks: 3, clicksLeft: 2 })], pagination: onePage(2) }),
  );
  renderWithStore(<DashboardPage />, { signedInAs, entry: '/dashboard' });
  const [over, open] = await within(await screen.findByRole('region', { name: 'Your links' })).findAllByRole('listitem');
  expect(over).toHaveTextContent('Expired');
  expect(open).toHaveTextContent('2 clicks left');
  expect(open).not.toHaveTextContent('Expired');
});

describe('who goes where', () => {
  const visitor: TestVisitor = {
    country: 'AT',
    device: 'mobile',
    os: 'ios',
    browser: 'safari',
    language: 'de-AT',
    query: 'ref=a&ref=b',
    atMs: Date.parse('2026-11-21T05:30:00Z'),
  };
  const of = (field: string, values: string[], rest: Partial<RuleCondition> = {}): RuleCondition => ({
    field,
    operator: 'is',
    values,
    ...rest,
  });
  test.each<[RuleCondition, boolean]>([
    [of('country', ['DE', 'AT']), true],
    [of('country', ['DE']), false],
    [of('country', ['DE'], { operator: 'isNot' }), true],
    [of('language', ['de']), true],
    [of('language', ['de-ch']), false],
    [of('query', [], { key: 'ref' }), true],
    [of('query', ['b'], { key: 'ref' }), true],
    [of('query', ['c'], { key: 'ref' }), false],
    [of('time', [], { from: '22:00', to: '06:00', timeZone: 'UTC' }), true],
    [of('time', ['fri'], { from: '22:00', to: '06:00', timeZone: 'UTC' }), true],
    [of('time', ['sat'], { from: '22:00', to: '06:00', timeZone: 'UTC' }), false],
    [of('time', ['sat'], { timeZone: 'Europe/Vienna' }), true],
    [of('time', [], { from: '06:00', to: '07:00', timeZone: 'Europe/Vienna' }), true],
    [of('time', [], { from: '2026-11-22T00:00', timeZone: 'UTC' }), false],
    [of('weather', ['rain']), false],
  ])('%j: %s', (condition, met) => {
    expect(isMet(condition, visitor)).toBe(met);
  });

  test('the first rule wins; one without conditions is no rule', () => {
    expect(firstMet([{ ...phones, conditions: [] }, austria, phones], visitor)).toBe(1);
    expect(firstMet([], visitor)).toBe(-1);
  });

  test('countries are those that people come from, each once', () => {
    const codes = allCountries().map(({ value }) => value);
    expect(codes.length).toBeGreaterThan(230);
    for (const code of ['DE', 'US', 'TW', 'XK']) expect(codes).toContain(code);
    for (const code of ['EU', 'UN', 'ZZ', 'DD', 'SU']) expect(codes).not.toContain(code);
  });
});
