import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { aLink, aUsage, aUser, onePage } from '../../../testing/factories';
import { FakeApi, type FakeRequest, ok, problem } from '../../../testing/fake-api';
import { renderWithStore } from '../../../testing/render-app';
import { DashboardPage } from '../dashboard-page';

const signedInAs = aUser();
const links = Array.from({ length: 5 }, (_, i) => aLink({ id: `lnk_${i}`, shortUrl: `https://go.test/link${i}` }));
const plan = (features: string[]) => ok({ plans: [{ key: 'starter', features }], paymentsConfigured: false });
const fakeApi = (over: Parameters<FakeApi['on']>[1] = ok({ results: [], succeeded: 0, failed: 0 }), features = ['bulk']) =>
  new FakeApi({
    'GET /api/urls': ok({ urls: links, pagination: { ...onePage(5), total: 720 } }),
    'GET /api/urls/ids': ok({ ids: Array.from({ length: 720 }, (_, i) => `lnk_${i}`), total: 720 }),
    'GET /api/subscription/usage': ok(aUsage({ plan: 'starter' })),
    'GET /api/subscription/plans': plan(features),
    'POST /api/urls/bulk': over,
  });
const allOk = ({ body }: FakeRequest) => {
  const ids = body.ids as string[];
  return ok({ results: ids.map((id) => ({ id, ok: true })), succeeded: ids.length, failed: 0 });
};
const open = () => renderWithStore(<DashboardPage />, { signedInAs, entry: '/dashboard' });
const box = (i: number) => screen.findByRole('checkbox', { name: `Select go.test/link${i}` });
const bar = () => screen.findByRole('region', { name: 'Selected links' });

describe('the bar of chosen links', () => {
  test('has no accessibility problems, with its dialogs open either', async () => {
    fakeApi();
    const { container, user } = open();
    await user.click(await box(0));
    const region = await bar();
    expect(await axe(container)).toHaveNoViolations();
    await user.click(await within(region).findByRole('button', { name: 'Add tags' }));
    expect(await axe(await screen.findByRole('dialog'))).toHaveNoViolations();
  });

  test('counts what is chosen one by one, with Shift, by the page and all together', async () => {
    fakeApi();
    const { user } = open();
    await user.click(await box(1));
    expect(await within(await bar()).findByText('1 link selected')).toBeInTheDocument();
    await user.keyboard('{Shift>}');
    await user.click(await box(4));
    await user.keyboard('{/Shift}');
    expect(await screen.findByText('4 links selected')).toBeInTheDocument();
    await user.click(screen.getByRole('checkbox', { name: 'Select all links on this page' }));
    expect(await screen.findByText('5 links selected')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Select all 720' }));
    expect(await screen.findByText('720 links selected')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Clear selection' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected links' })).not.toBeInTheDocument());
  });

  test('changes any number of links some at a time, and reads the list again', async () => {
    const fake = fakeApi(allOk);
    const { user } = open();
    await user.click(await box(0));
    await user.click(await screen.findByRole('button', { name: 'Select all 720' }));
    await screen.findByText('720 links selected');
    const before = fake.to('GET /api/urls').length;
    await user.click(screen.getByRole('button', { name: 'Archive' }));
    expect(await screen.findByText('720 links archived')).toBeInTheDocument();
    const calls = fake.to('POST /api/urls/bulk').map(({ body }) => [body.action, (body.ids as string[]).length]);
    expect(calls).toEqual([
      ['archive', 200],
      ['archive', 200],
      ['archive', 200],
      ['archive', 120],
    ]);
    await waitFor(() => expect(fake.to('GET /api/urls').length).toBeGreaterThan(before));
    expect(screen.queryByRole('region', { name: 'Selected links' })).not.toBeInTheDocument();
  });

  test('adds the tags that are typed', async () => {
    const fake = fakeApi(allOk);
    const { user } = open();
    await user.click(await box(2));
    await user.click(await screen.findByRole('button', { name: 'Add tags' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add tags to 1 link' });
    await user.click(within(dialog).getByRole('button', { name: 'Apply' }));
    expect(await within(dialog).findByText('Please name at least one tag')).toBeInTheDocument();
    await user.type(within(dialog).getByRole('textbox', { name: /Tags/ }), 'spring, sale');
    await user.click(within(dialog).getByRole('button', { name: 'Apply' }));
    expect(await screen.findByText('Tags added to 1 link')).toBeInTheDocument();
    expect(fake.to('POST /api/urls/bulk')[0]?.body).toEqual({ action: 'addTags', tags: ['spring', 'sale'], ids: ['lnk_2'] });
  });

  test('deletes only after asking', async () => {
    const fake = fakeApi(allOk);
    const { user } = open();
    await user.click(await box(0));
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete 1 link?' });
    expect(fake.to('POST /api/urls/bulk')).toHaveLength(0);
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('1 link deleted')).toBeInTheDocument();
  });

  test('says of links that were not changed why not, and keeps them chosen', async () => {
    fakeApi(
      ok({
        results: [
          { id: 'lnk_0', ok: true },
          { id: 'lnk_1', ok: false, code: 'VALIDATION_FAILED', message: 'A link has 20 tags at most.' },
        ],
        succeeded: 1,
        failed: 1,
      }),
    );
    const { user } = open();
    await user.click(await box(0));
    await user.click(await box(1));
    await user.click(await screen.findByRole('button', { name: 'Archive' }));
    const dialog = await screen.findByRole('dialog', { name: '1 link was not changed' });
    expect(within(dialog).getByText('A link has 20 tags at most.')).toBeInTheDocument();
    await user.click(within(dialog).getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
    expect(await screen.findByText('1 link selected')).toBeInTheDocument();
    expect(await box(1)).toBeChecked();
  });

  test('shows what the server says when it refuses altogether', async () => {
    fakeApi(problem(503, 'PART_UNAVAILABLE', 'A part is down.'));
    const { user } = open();
    await user.click(await box(0));
    await user.click(await screen.findByRole('button', { name: 'Archive' }));
    expect(await screen.findByText('A part is down.')).toBeInTheDocument();
  });

  test('says which plan it comes with where it is not included', async () => {
    fakeApi(undefined, []);
    const { user } = open();
    await user.click(await box(0));
    expect(await screen.findByText('Changing many links at once comes with Starter.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Archive' })).not.toBeInTheDocument();
  });
});
