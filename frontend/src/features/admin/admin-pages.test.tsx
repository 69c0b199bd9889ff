import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { aUser } from '../../testing/factories';
import { FakeApi, ok, problem } from '../../testing/fake-api';
import { renderWithStore } from '../../testing/render-app';
import type { AbuseReport, AdminCode, AdminLink, AdminUser } from './admin.api';
import { AdminPage } from './admin-page';
import { UsersPage } from './users-page';

const anAccount = (over: Partial<AdminUser>): AdminUser => ({
  ...aUser(over),
  disabled: false,
  disabledReason: '',
  plan: 'free',
  planName: 'Free',
  linkCount: 3,
  ...over,
});
const admin = anAccount({ id: 'user-admin', email: 'root@example.com', name: 'Root', role: 'admin', isAdmin: true });
const grace = anAccount({ id: 'user-grace', email: 'grace+navy@example.com', name: 'Grace Hopper', emailVerified: false });
const pages = (total: number, over: object = {}) => ({ page: 1, limit: 25, total, totalPages: 1, nextCursor: null, ...over });
const page = (users = [admin, grace], over: object = {}) => ok({ users, pagination: pages(users.length, over) });
const aFoundLink = (over: Partial<AdminLink> = {}): AdminLink => ({
  id: 'link-1',
  shortUrl: 'http://localhost:3001/abc',
  originalUrl: 'https://paypa1.example/login',
  title: '',
  state: 'active',
  stateReason: '',
  ownerId: 'user-grace',
  ownerEmail: 'grace+navy@example.com',
  ownerDisabled: false,
  createdAt: '2026-01-02T03:04:05.000Z',
  ...over,
});
const aFoundCode = (over: Partial<AdminCode> = {}): AdminCode => ({
  id: 'qr_1',
  qrUrl: 'http://localhost:3000/qr/qr_1',
  shortUrl: null,
  title: 'Menu',
  content: 'https://paypa1.example/scan',
  state: 'active',
  stateReason: '',
  listed: false,
  ownerId: 'user-grace',
  ownerEmail: 'grace+navy@example.com',
  ownerDisabled: false,
  createdAt: '2026-01-02T03:04:05.000Z',
  ...over,
});
const aReport = (over: Partial<AbuseReport> = {}): AbuseReport => ({
  id: 'rep-1',
  shortId: 'abc',
  target: 'localhost:3001/abc',
  reason: 'Phishing',
  details: 'It asks for a card.',
  count: 3,
  automatic: false,
  reportedAt: '2026-01-02T03:04:05.000Z',
  lastReportedAt: '2026-01-03T03:04:05.000Z',
  state: 'open',
  resolvedAt: null,
  resolvedBy: null,
  action: null,
  note: '',
  link: aFoundLink(),
  qrCode: null,
  ...over,
});
const series = [{ at: '2026-01-02T00:00:00.000Z', count: 2 }];
const figures = {
  users: { total: 12, created: 2, disabled: 1, series },
  links: { total: 1_234, created: 2, disabled: 1, quarantined: 0, series },
  qrCodes: { total: 7, created: 2, series },
  clicks: { total: 99, bots: 5, scans: 4, series },
  reports: { open: 1 },
};
const dashboard = {
  'GET /api/report': ok({ reports: [aReport()], open: 1, pagination: pages(1) }),
  'GET /api/admin/reports/rep-1': ok({
    report: {
      ...aReport(),
      entries: [{ reason: 'Phishing', details: 'It asks for a card.', email: 'ada@example.com', reportedAt: '2026-01-03T03:04:05.000Z' }],
    },
  }),
  'GET /api/admin/links': ok({ links: [aFoundLink()], pagination: pages(1) }),
  'GET /api/admin/qrcodes': ok({ qrCodes: [aFoundCode()], pagination: pages(1) }),
  'GET /api/admin/messages': ok({
    messages: [
      {
        id: 'msg-1',
        name: 'Ada',
        email: 'ada@example.com',
        type: 'sales',
        subject: 'A quote',
        message: 'For 500 seats',
        state: 'open',
        createdAt: '2026-01-02T03:04:05.000Z',
      },
    ],
    open: 1,
    pagination: pages(1),
  }),
  'GET /api/admin/analytics': ok(figures),
  'GET /api/admin/packages': ok({ plans: [] }),
  'GET /api/admin/audit': ok({
    entries: [
      {
        id: 'aud-1',
        at: '2026-01-02T03:04:05.000Z',
        actor: { id: 'user-admin', email: 'root@example.com' },
        action: 'link.disabled',
        target: 'localhost:3001/xyz',
        reason: 'Scam',
      },
    ],
    pagination: pages(1),
  }),
};
const deletePath = 'DELETE /api/admin/user/grace%2Bnavy%40example.com';

function open(handlers: ConstructorParameters<typeof FakeApi>[0] = {}, entry = '/admin/users') {
  const fake = new FakeApi({ 'GET /api/admin/users': page(), ...dashboard, ...handlers });
  const ui = entry === '/admin' ? <AdminPage /> : <UsersPage />;
  return { fake, ...renderWithStore(ui, { entry, signedInAs: admin }) };
}

const rowOf = async (email: string) => (await screen.findByText(email)).closest('tr') as HTMLElement;

describe('the admin dashboard', () => {
  test('shows users, reports, figures, links, messages and the record, and has no accessibility problems', async () => {
    const { container } = open({}, '/admin');
    const users = within(await screen.findByRole('table', { name: 'Users of this installation' }));
    expect(users.getByText('root@example.com').closest('tr')).toHaveTextContent('Admin');
    expect(users.getByText('grace+navy@example.com').closest('tr')).toHaveTextContent('Jan 2, 2026');
    const reports = within(await screen.findByRole('table', { name: 'Abuse reports' }));
    expect(reports.getAllByRole('columnheader').map((one) => one.textContent)).toEqual(['Short ID', 'Reason', 'Date', 'Actions']);
    expect(reports.getByText('abc').closest('tr')).toHaveTextContent('Phishing3 reporters');
    expect(screen.getByText('1 report is waiting.')).toBeInTheDocument();
    expect(await screen.findByText('1,234')).toBeInTheDocument();
    expect(screen.getByText('For 500 seats')).toBeInTheDocument();
    expect(screen.getByText('Disabled a link')).toBeInTheDocument();
    expect(await axe(container)).toHaveNoViolations();
  });

  test('who may not see it reads "Unauthorized or API error." with the reason', async () => {
    const { fake, user } = open({ 'GET /api/report': problem(403, 'FORBIDDEN', 'Only admins may do this.') }, '/admin');
    expect(await screen.findByText('Unauthorized or API error.')).toBeInTheDocument();
    expect(screen.getByText('Only admins may do this.')).toBeInTheDocument();
    fake.on('GET /api/report', dashboard['GET /api/report']);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('table', { name: 'Abuse reports' })).toBeInTheDocument();
  });

  test('a QR code is taken down with a reason, and let go again', async () => {
    const saved = { 'POST /api/admin/qrcodes/qr_1/state': ok({ qrCode: aFoundCode({ state: 'disabled' }) }) };
    const { fake, user } = open(saved, '/admin');
    await user.click(await screen.findByRole('button', { name: 'Change the state of QR code Menu' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Disable QR code Menu?' }));
    expect(await axe(screen.getByRole('dialog'))).toHaveNoViolations();
    await user.click(dialog.getByRole('button', { name: 'Disable' }));
    expect(await dialog.findByText('Please say why.')).toBeInTheDocument();
    expect(fake.to('POST /api/admin/qrcodes/qr_1/state')).toEqual([]);
    const down = { qrCodes: [aFoundCode({ state: 'disabled', stateReason: 'Phishing' })], pagination: pages(1) };
    fake.on('GET /api/admin/qrcodes', ok(down));
    await user.type(dialog.getByLabelText('Reason'), 'Phishing');
    await user.click(dialog.getByRole('button', { name: 'Disable' }));
    await waitFor(() => expect(fake.to('POST /api/admin/qrcodes/qr_1/state')[0]?.body).toEqual({ state: 'disabled', reason: 'Phishing' }));
    const codes = await screen.findByRole('table', { name: 'QR codes of all accounts' });
    const row = (await within(codes).findByText('Phishing')).closest('tr') as HTMLElement;
    expect(within(row).getByRole('button')).toHaveTextContent('Enable');
    await user.click(within(row).getByRole('button'));
    const back = within(await screen.findByRole('dialog', { name: 'Enable QR code Menu?' }));
    await user.click(back.getByRole('button', { name: 'Enable' }));
    await waitFor(() => expect(fake.to('POST /api/admin/qrcodes/qr_1/state')[1]?.body).toEqual({ state: 'active', reason: '' }));
  });

  test('a report of a QR code offers what can be done about a code', async () => {
    const report = aReport({ shortId: 'qr_1', target: 'localhost:3000/qr/qr_1', link: null, qrCode: aFoundCode() });
    const { fake, user } = open(
      {
        'GET /api/report': ok({ reports: [report], open: 1, pagination: pages(1) }),
        'GET /api/admin/reports/rep-1': ok({ report: { ...report, entries: [] } }),
        'POST /api/admin/reports/rep-1': ok({ report: { ...report, state: 'resolved', entries: [] } }),
      },
      '/admin',
    );
    await user.click(await screen.findByRole('button', { name: 'Review the report of qr_1' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText('https://paypa1.example/scan')).toBeInTheDocument();
    const offered = within(dialog.getByLabelText('What to do')).getAllByRole('option');
    expect(offered.map((one) => one.textContent)).toEqual(['Disable QR code', 'Disable owner', 'Dismiss']);
    await user.click(dialog.getByRole('button', { name: 'Disable QR code' }));
    await waitFor(() => expect(fake.to('POST /api/admin/reports/rep-1')[0]?.body).toEqual({ action: 'disable_code', note: '' }));
  });

  test('a report is looked at and acted on: where it leads is text, the note becomes the reason', async () => {
    const { fake, user } = open(
      { 'POST /api/admin/reports/rep-1': ok({ report: { ...aReport({ state: 'resolved' }), entries: [] } }) },
      '/admin',
    );
    await user.click(await screen.findByRole('button', { name: 'Review the report of abc' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText('https://paypa1.example/login')).toBeInTheDocument();
    expect(dialog.queryByRole('link')).not.toBeInTheDocument();
    expect(dialog.getByText('by ada@example.com')).toBeInTheDocument();
    expect(await axe(screen.getByRole('dialog'))).toHaveNoViolations();
    await user.type(dialog.getByLabelText(/Note/), 'Confirmed');
    await user.click(dialog.getByRole('button', { name: 'Disable link' }));
    expect(await screen.findByText('Report closed.')).toBeInTheDocument();
    expect(fake.to('POST /api/admin/reports/rep-1')[0]?.body).toEqual({ action: 'disable_link', note: 'Confirmed' });
  });

  test('a report of nothing can only be dismissed', async () => {
    const nothing = { ...aReport({ link: null }), entries: [] };
    const { user } = open({ 'GET /api/admin/reports/rep-1': ok({ report: nothing }) }, '/admin');
    await user.click(await screen.findByRole('button', { name: 'Review the report of abc' }));
    expect(await screen.findByRole('button', { name: 'Dismiss' })).toBeInTheDocument();
    expect(screen.getByLabelText('What to do').querySelectorAll('option')).toHaveLength(1);
  });

  test('a link is taken down only with a reason', async () => {
    const { fake, user } = open({ 'POST /api/admin/links/link-1/state': ok({ link: aFoundLink({ state: 'disabled' }) }) }, '/admin');
    await user.click(await screen.findByRole('button', { name: 'Change the state of http://localhost:3001/abc' }));
    const dialog = within(screen.getByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Apply' }));
    expect(dialog.getByText('Please say why.')).toBeInTheDocument();
    await user.type(dialog.getByLabelText('Reason'), 'Scam');
    await user.click(dialog.getByRole('button', { name: 'Apply' }));
    expect(await screen.findByText('Link updated.')).toBeInTheDocument();
    expect(fake.to('POST /api/admin/links/link-1/state').map(({ body }) => body)).toEqual([{ state: 'disabled', reason: 'Scam' }]);
  });

  test('says so when analytics is away, and shows the rest', async () => {
    open({ 'GET /api/admin/analytics': ok({ ...figures, clicks: null }) }, '/admin');
    expect(await screen.findByText('Analytics does not answer right now; clicks are not shown.')).toBeInTheDocument();
    expect(screen.getByText('1,234')).toBeInTheDocument();
  });
});

describe('disabling an account', () => {
  test('needs a reason, and enabling does not', async () => {
    const closed = anAccount({ ...grace, disabled: true, disabledReason: 'Spam' });
    const { fake, user } = open({
      'POST /api/admin/users/user-grace/disable': ok({ user: closed }),
      'POST /api/admin/users/user-grace/enable': ok({ user: grace }),
    });
    await user.click(await screen.findByRole('button', { name: 'Disable grace+navy@example.com' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Disable' }));
    expect(screen.getByText('Please say why.')).toBeInTheDocument();
    fake.on('GET /api/admin/users', page([admin, closed]));
    await user.type(screen.getByLabelText('Reason'), 'Spam');
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Disable' }));
    expect(await screen.findByText('Disabled user: grace+navy@example.com')).toBeInTheDocument();
    expect(fake.to('POST /api/admin/users/user-grace/disable')[0]?.body).toEqual({ reason: 'Spam' });
    await user.click(await screen.findByRole('button', { name: 'Enable grace+navy@example.com' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Enable' }));
    expect(await screen.findByText('Enabled user: grace+navy@example.com')).toBeInTheDocument();
  });
});

describe('the users', () => {
  test('stand in a table without accessibility problems; admins have no delete', async () => {
    const { container } = open();
    expect(
      within(await rowOf('grace+navy@example.com')).getByRole('button', { name: 'Delete grace+navy@example.com' }),
    ).toBeInTheDocument();
    expect(within(await rowOf('root@example.com')).queryByRole('button')).not.toBeInTheDocument();
    expect(await axe(container)).toHaveNoViolations();
  });

  test('one is deleted after a question, by the address as it is', async () => {
    const { fake, user } = open({ [deletePath]: ok({}) });
    await user.click(await screen.findByRole('button', { name: 'Delete grace+navy@example.com' }));
    const dialog = screen.getByRole('alertdialog', { name: 'Delete grace+navy@example.com?' });
    expect(fake.to(deletePath)).toHaveLength(0);
    fake.on('GET /api/admin/users', page([admin]));
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Deleted user: grace+navy@example.com')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByText('Grace Hopper')).not.toBeInTheDocument());
  });

  test('saying no deletes nothing and gives the focus back', async () => {
    const { fake, user } = open();
    const button = await screen.findByRole('button', { name: 'Delete grace+navy@example.com' });
    await user.click(button);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(button).toHaveFocus());
    expect(fake.to(deletePath)).toHaveLength(0);
  });

  test('a refusal says "Error deleting user." and why', async () => {
    const { user } = open({ [deletePath]: problem(403, 'FORBIDDEN', 'Admins cannot be deleted.') });
    await user.click(await screen.findByRole('button', { name: 'Delete grace+navy@example.com' }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Error deleting user.')).toBeInTheDocument();
    expect(await screen.findByText('Admins cannot be deleted.')).toBeInTheDocument();
  });

  test('the search goes to the server and the address, and back to the first page', async () => {
    const { fake, user, where } = open(
      { 'GET /api/admin/users': page([admin, grace], { total: 60, totalPages: 3 }) },
      '/admin/users?page=2',
    );
    await rowOf('root@example.com');
    fake.on('GET /api/admin/users', page([]));
    await user.type(screen.getByRole('searchbox', { name: 'Search users' }), 'nobody');
    expect(await screen.findByText('No users found')).toBeInTheDocument();
    expect(where.search).toBe('?search=nobody');
    expect(fake.to('GET /api/admin/users').at(-1)?.params).toEqual({ page: 1, limit: 25, search: 'nobody' });
    fake.on('GET /api/admin/users', page());
    await user.click(screen.getByRole('button', { name: 'Show all users' }));
    expect(await rowOf('root@example.com')).toBeInTheDocument();
    expect(where.search).toBe('');
  });

  test('pages are turned in the address', async () => {
    const { fake, user, where } = open({ 'GET /api/admin/users': page([admin, grace], { total: 60, totalPages: 3 }) });
    await rowOf('root@example.com');
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(fake.to('GET /api/admin/users').at(-1)?.params).toMatchObject({ page: 2 }));
    expect(where.search).toBe('?page=2');
  });

  test('a page behind the last one leads to the last', async () => {
    const { where } = open(
      {
        'GET /api/admin/users': ({ params }) =>
          Number(params.page) > 2 ? page([], { page: 7, total: 30, totalPages: 2 }) : page([grace], { page: 2, total: 30, totalPages: 2 }),
      },
      '/admin/users?page=7',
    );
    expect(await rowOf('grace+navy@example.com')).toBeInTheDocument();
    expect(where.search).toBe('?page=2');
  });

  test('a list that does not load says "Failed to load users."', async () => {
    open({ 'GET /api/admin/users': problem(503, 'PART_UNAVAILABLE', 'Later, please.') });
    expect(await screen.findByText('Failed to load users.')).toBeInTheDocument();
    expect(screen.getByText('Later, please.')).toBeInTheDocument();
  });
});
