import { describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import type { OwnDomain } from '../../api/domains.api';
import { aUser } from '../../testing/factories';
import { FakeApi, ok, problem } from '../../testing/fake-api';
import { renderWithStore } from '../../testing/render-app';
import { DomainsPage } from './domains-page';

const aDomain = (over: Partial<OwnDomain> = {}): OwnDomain => ({
  id: 'dom_1',
  host: 'go.example.com',
  state: 'pending',
  txtName: '_linqr.go.example.com',
  txtValue: 'linqr-verification=abc',
  cnameTarget: 'edge.linqr.test',
  txtFound: false,
  pointsHere: false,
  checkedAt: null,
  verifiedAt: null,
  problem: null,
  linkCount: 0,
  rootRedirect: null,
  rootBlocked: false,
  createdAt: '2026-11-21T10:00:00.000Z',
  ...over,
});
const verified = aDomain({ state: 'verified', txtFound: true, pointsHere: true, checkedAt: '2026-11-21T10:05:00.000Z', linkCount: 12 });
const open = (domains: OwnDomain[], limit: number | null = null) => {
  const fake = new FakeApi({ 'GET /api/domains': ok({ domains, limit }) });
  return { fake, ...renderWithStore(<DomainsPage />, { signedInAs: aUser() }) };
};

describe('the domains page', () => {
  test('has no accessibility problems: empty, with domains in every state, and while asking', async () => {
    const { container, user } = open([
      aDomain(),
      aDomain({ id: 'dom_2', host: 'b.example.com', state: 'failed', problem: 'The TXT record was not found.', rootBlocked: true }),
      aDomain({ id: 'dom_4', host: 'd.example.com', state: 'verified', txtFound: true, problem: 'Its records do not point here.' }),
      { ...verified, id: 'dom_3', host: 'c.example.com' },
    ]);
    await screen.findByRole('heading', { name: 'b.example.com' });
    expect(await axe(container)).toHaveNoViolations();
    await user.click(screen.getByRole('button', { name: 'Remove c.example.com' }));
    expect(await axe(await screen.findByRole('alertdialog'))).toHaveNoViolations();
  });

  test('adds a domain and shows the records to set', async () => {
    const { fake, user } = open([]);
    expect(await screen.findByText('No domains yet')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Add domain' }));
    expect(await screen.findByText('Please enter a domain, for example go.example.com')).toBeInTheDocument();
    fake.on('POST /api/domains', ok(aDomain(), 201));
    fake.on('GET /api/domains', ok({ domains: [aDomain()], limit: null }));
    await user.type(screen.getByRole('textbox', { name: /Domain/ }), 'go.example.com');
    await user.click(screen.getByRole('button', { name: 'Add domain' }));
    const table = await screen.findByRole('table', { name: 'DNS records of go.example.com' });
    for (const text of ['go.example.com', 'edge.linqr.test', '_linqr.go.example.com', 'linqr-verification=abc'])
      expect(within(table).getByText(text)).toBeInTheDocument();
    expect(fake.to('POST /api/domains')[0]?.body).toEqual({ host: 'go.example.com' });
  });

  test('puts what the server refuses at the field', async () => {
    const { fake, user } = open([]);
    const message = 'An IP address cannot be a domain of links.';
    fake.on('POST /api/domains', problem(400, 'VALIDATION_FAILED', message, [{ field: 'host', message }]));
    await user.type(await screen.findByRole('textbox', { name: /Domain/ }), '203.0.113.1');
    await user.click(screen.getByRole('button', { name: 'Add domain' }));
    expect(await screen.findByRole('textbox', { name: /Domain/ })).toBeInvalid();
  });

  test('checks now and says what was found', async () => {
    const { fake, user } = open([aDomain()]);
    fake.on('POST /api/domains/dom_1/verify', ok(aDomain({ problem: 'Neither was found.' })));
    await user.click(await screen.findByRole('button', { name: 'Check now' }));
    expect(await screen.findByText('Not there yet. We keep looking by ourselves, too.')).toBeInTheDocument();
    fake.on('POST /api/domains/dom_1/verify', ok(verified));
    fake.on('GET /api/domains', ok({ domains: [verified], limit: null }));
    await user.click(screen.getByRole('button', { name: 'Check now' }));
    expect(await screen.findByText('go.example.com is verified. You can make links on it.')).toBeInTheDocument();
    expect(await screen.findByRole('link', { name: '12 links' })).toHaveAttribute('href', '/dashboard?domain=go.example.com');
  });

  test('shows a contested domain with what the server says', async () => {
    const { fake, user } = open([aDomain()]);
    fake.on('POST /api/domains/dom_1/verify', problem(409, 'DOMAIN_TAKEN', 'Another workspace has proved this domain.'));
    await user.click(await screen.findByRole('button', { name: 'Check now' }));
    expect(await screen.findByText('Another workspace has proved this domain.')).toBeInTheDocument();
  });

  test('keeps where the root leads', async () => {
    const { fake, user } = open([verified]);
    fake.on('PUT /api/domains/dom_1', ok({ ...verified, rootRedirect: 'https://www.example.com/' }));
    await user.type(await screen.findByRole('textbox', { name: /Root redirect/ }), 'https://www.example.com');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Saved')).toBeInTheDocument();
    expect(fake.to('PUT /api/domains/dom_1')[0]?.body).toEqual({ rootRedirect: 'https://www.example.com' });
  });

  test('says why a domain with links stays', async () => {
    const { fake, user } = open([verified]);
    fake.on('DELETE /api/domains/dom_1', problem(409, 'DOMAIN_IN_USE', '12 links live on go.example.com.'));
    await user.click(await screen.findByRole('button', { name: 'Remove go.example.com' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Remove go.example.com?' });
    expect(within(dialog).getByText(/It has links/)).toBeInTheDocument();
    await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('12 links live on go.example.com.')).toBeInTheDocument();
  });

  test.each([
    [0, [], 'Links on your own domain come with Starter.'],
    [1, [verified], 'Your plan includes 1 domain. Professional has no limit.'],
  ])('with %d in the plan says what more would need', async (limit, domains, text) => {
    open(domains as OwnDomain[], limit);
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Add domain' })).not.toBeInTheDocument();
  });

  test('that does not load says so and loads on another try', async () => {
    const fake = new FakeApi({ 'GET /api/domains': problem(503, 'PART_UNAVAILABLE', 'Down.') });
    const { user } = renderWithStore(<DomainsPage />, { signedInAs: aUser() });
    await screen.findByText('Down.');
    fake.on('GET /api/domains', ok({ domains: [verified], limit: null }));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'go.example.com' })).toBeInTheDocument();
  });
});
