import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { aUser } from '../../testing/factories';
import { FakeApi, ok, problem } from '../../testing/fake-api';
import { renderWithStore } from '../../testing/render-app';
import { AdminPage } from './admin-page';
import { UsersPage } from './users-page';

const admin = aUser({ id: 'user-admin', email: 'root@example.com', name: 'Root', role: 'admin', isAdmin: true });
const grace = aUser({ id: 'user-grace', email: 'grace+navy@example.com', name: 'Grace Hopper', emailVerified: false });
const page = (users = [admin, grace], over: object = {}) =>
  ok({ users, pagination: { page: 1, limit: 25, total: users.length, totalPages: 1, nextCursor: null, ...over } });
const deletePath = 'DELETE /api/admin/user/grace%2Bnavy%40example.com';

function open(handlers: ConstructorParameters<typeof FakeApi>[0] = {}, entry = '/admin/users') {
  const fake = new FakeApi({ 'GET /api/admin/users': page(), ...handlers });
  const ui = entry === '/admin' ? <AdminPage /> : <UsersPage />;
  return { fake, ...renderWithStore(ui, { entry, signedInAs: admin }) };
}

const rowOf = async (email: string) => (await screen.findByText(email)).closest('tr') as HTMLElement;

describe('the admin dashboard', () => {
  test('shows the users, says that reports are not built, and has no accessibility problems', async () => {
    const { fake, container } = open({}, '/admin');
    const row = await rowOf('grace+navy@example.com');
    expect(row).toHaveTextContent('User');
    expect(row).toHaveTextContent('Jan 2, 2026');
    expect(within(await rowOf('root@example.com')).getByText('Admin')).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Abuse Reports' })).toBeInTheDocument();
    expect(screen.getByText('Not available yet')).toBeInTheDocument();
    expect(fake.requests.some(({ path }) => path.endsWith('/report'))).toBe(false);
    expect(await axe(container)).toHaveNoViolations();
  });

  test('who may not see it reads "Unauthorized or API error." with the reason', async () => {
    const { fake, user } = open({ 'GET /api/admin/users': problem(403, 'FORBIDDEN', 'Only admins may do this.') }, '/admin');
    expect(await screen.findByText('Unauthorized or API error.')).toBeInTheDocument();
    expect(screen.getByText('Only admins may do this.')).toBeInTheDocument();
    fake.on('GET /api/admin/users', page());
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await rowOf('root@example.com')).toBeInTheDocument();
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
