import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import type { Link } from '../../api/types';
import { aLink, aQrCode, aUser, onePage } from '../../testing/factories';
import { FakeApi, type FakeRequest, ok, problem } from '../../testing/fake-api';
import { renderWithStore } from '../../testing/render-app';
import { DashboardPage } from './dashboard-page';

const signedInAs = aUser();
const list = (links: Link[]) => ok({ urls: links, pagination: onePage(links.length) });
const open = (entry = '/dashboard') => renderWithStore(<DashboardPage />, { signedInAs, entry });
const destination = () => screen.getByRole('textbox', { name: 'Destination URL' });
const shorten = () => screen.getByRole('button', { name: 'Shorten' });
const rows = async () => within(await screen.findByRole('region', { name: 'Your links' })).findAllByRole('listitem');
const lastQuery = (fake: FakeApi) => fake.to('GET /api/urls').at(-1)?.params;

describe('the links page', () => {
  test('has no accessibility problems: empty, filled, with all options and in the edit dialog', async () => {
    const fake = new FakeApi({ 'GET /api/urls': list([]) });
    const { container, user, store } = open();
    expect(await screen.findByText('No links yet')).toBeInTheDocument();
    expect(await axe(container)).toHaveNoViolations();
    fake.on('GET /api/urls', list([aLink({ hasPassword: true, tags: ['spring'], title: 'Spring', sparkline: [0, 1, 2] })]));
    const { linksApi } = await import('./links.api');
    store.dispatch(linksApi.util.invalidateTags(['LinkList']));
    await rows();
    await user.click(screen.getByRole('button', { name: 'More options' }));
    expect(await axe(container)).toHaveNoViolations();
    await user.click(screen.getByRole('button', { name: /^Edit: / }));
    expect(await axe(await screen.findByRole('dialog'))).toHaveNoViolations();
  });

  test('shows what each link is: badges, destination, clicks, and its trend only when there is one', async () => {
    new FakeApi({
      'GET /api/urls': list([
        aLink({ hasPassword: true, clicks: 1234, sparkline: [0, 3, 1] }),
        aLink({ expiresAt: '2020-01-01T00:00:00.000Z' }),
        aLink({ clicks: null, sparkline: [] }),
      ]),
    });
    open();
    const [first, second, third] = await rows();
    expect(first).toHaveTextContent('Protected');
    expect(first).toHaveTextContent('1,234 clicks');
    expect(within(first as HTMLElement).getByRole('img', { name: 'Clicks of the last 14 days' })).toBeInTheDocument();
    expect(second).toHaveTextContent('Expired');
    expect(second).toHaveTextContent('0 clicks');
    expect(within(second as HTMLElement).queryByRole('img')).not.toBeInTheDocument();
    expect(third).toHaveTextContent('Clicks unavailable');
  });

  test('a list that does not load says so and loads on another try', async () => {
    const fake = new FakeApi({ 'GET /api/urls': problem(503, 'PART_UNAVAILABLE', 'Down.') });
    const { user } = open();
    expect(await screen.findByText('Failed to fetch links')).toBeInTheDocument();
    fake.on('GET /api/urls', list([aLink({ title: 'Back again' })]));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Back again')).toBeInTheDocument();
  });

  test('without a connection it says "Unable to connect to server. Please check your connection."', async () => {
    new FakeApi({ 'GET /api/urls': { network: true } });
    open();
    expect(await screen.findByText('Unable to connect to server. Please check your connection.')).toBeInTheDocument();
  });
});

describe('finding links', () => {
  test('what is typed reaches URL and server once, after a pause, and starts at the first page', async () => {
    const fake = new FakeApi({ 'GET /api/urls': list([aLink()]) });
    const { user, where } = open('/dashboard?page=3');
    await rows();
    await user.type(screen.getByRole('searchbox', { name: 'Search links' }), 'spring ');
    expect(where.search).toBe('?page=3');
    await waitFor(() => expect(where.search).toBe('?search=spring'));
    await waitFor(() => expect(lastQuery(fake)).toMatchObject({ search: 'spring', page: 1, limit: 50 }));
    expect(fake.to('GET /api/urls').map(({ params }) => params.search ?? '')).toEqual(['', 'spring']);
    expect(screen.getByRole('searchbox')).toHaveValue('spring ');
  });

  test('filter and sort live in the URL; what the URL says is shown', async () => {
    const fake = new FakeApi({ 'GET /api/urls': list([aLink()]) });
    const { user, where } = open('/dashboard?filter=expired&sort=bogus');
    await rows();
    expect(screen.getByRole('combobox', { name: 'Show' })).toHaveValue('expired');
    expect(lastQuery(fake)).toMatchObject({ filter: 'expired', sort: 'newest' });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'Password protected');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort' }), 'Title A–Z');
    expect(where.search).toBe('?filter=protected&sort=title');
    await waitFor(() => expect(lastQuery(fake)).toMatchObject({ filter: 'protected', sort: 'title' }));
  });

  test('nothing found says so and clears at once', async () => {
    const fake = new FakeApi({
      'GET /api/urls': ({ params }: FakeRequest) => list(params.search ? [] : [aLink({ title: 'Everything' })]),
    });
    const { user, where } = open('/dashboard?search=zzz');
    expect(await screen.findByText('No links found')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Show all links' }));
    expect(await screen.findByText('Everything')).toBeInTheDocument();
    expect(where.search).toBe('');
    expect(screen.getByRole('searchbox')).toHaveValue('');
    expect(fake.to('GET /api/urls')).toHaveLength(2);
  });
});

describe('making a link', () => {
  test.each([
    ['', 'Please enter a URL to shorten'],
    ['not a url', 'Please enter a valid URL (e.g., https://example.com)'],
  ])('%p is answered with "%s" and no call', async (typed, message) => {
    const fake = new FakeApi({ 'GET /api/urls': list([]) });
    const { user } = open();
    if (typed) await user.type(destination(), typed);
    await user.click(shorten());
    expect(screen.getByText(message)).toBeInTheDocument();
    expect(destination()).toHaveFocus();
    expect(fake.to('POST /api/urls/shorten')).toHaveLength(0);
  });

  test('sends every field that was filled in, shows the link, and the list has it', async () => {
    const made = aLink({ title: 'Spring', shortUrl: 'http://localhost:3001/spring' });
    let links: Link[] = [];
    const fake = new FakeApi({
      'GET /api/urls': () => list(links),
      'POST /api/urls/shorten': () => {
        links = [made];
        return ok(made, 201);
      },
    });
    const { user } = open();
    await user.type(destination(), 'example.com/landing');
    await user.click(screen.getByRole('button', { name: 'More options' }));
    await user.type(screen.getByLabelText(/^Custom alias/), 'spring');
    await user.type(screen.getByLabelText(/^Title/), 'Spring');
    await user.type(screen.getByLabelText(/^Tags/), ' a, b ,, c');
    await user.click(shorten());
    expect(await screen.findByText('URL shortened successfully!')).toBeInTheDocument();
    expect(fake.to('POST /api/urls/shorten')[0]?.body).toEqual({
      originalUrl: 'https://example.com/landing',
      customAlias: 'spring',
      title: 'Spring',
      tags: ['a', 'b', 'c'],
    });
    expect(screen.getAllByRole('button', { name: 'Copy short link' }).length).toBeGreaterThan(0);
    expect(destination()).toHaveValue('');
    expect(await rows()).toHaveLength(1);
  });

  test("the server's field errors stand at their fields, which open for it", async () => {
    new FakeApi({
      'GET /api/urls': list([]),
      'POST /api/urls/shorten': problem(409, 'LINK_ALIAS_TAKEN', 'That alias is already taken', [
        { field: 'customAlias', message: 'That alias is already taken' },
      ]),
    });
    const { user } = open();
    await user.type(destination(), 'https://example.com');
    await user.click(screen.getByRole('button', { name: 'More options' }));
    await user.type(screen.getByLabelText(/^Custom alias/), 'taken');
    await user.click(screen.getByRole('button', { name: 'Fewer options' }));
    await user.click(shorten());
    const alias = await screen.findByLabelText(/^Custom alias/);
    expect(alias).toHaveAccessibleDescription(expect.stringContaining('That alias is already taken'));
    expect(alias).toHaveValue('taken');
    expect(destination()).toHaveValue('https://example.com');
  });

  test('at the plan limit it stays with what was typed and shows the way to the plans', async () => {
    const message = 'You have reached your plan limit. Please upgrade to continue.';
    new FakeApi({ 'GET /api/urls': list([]), 'POST /api/urls/shorten': problem(403, 'PLAN_LIMIT_REACHED', message) });
    const { user } = open();
    await user.type(destination(), 'https://example.com');
    await user.click(shorten());
    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'See the plans' })).toHaveAttribute('href', '/pricing');
    expect(destination()).toHaveValue('https://example.com');
  });
});

describe('making a QR code', () => {
  const openQr = async () => {
    const view = open('/dashboard?create=qr');
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Content' })).toHaveFocus());
    return view;
  };
  const generate = () => screen.getByRole('button', { name: 'Generate' });
  const made = ok(aQrCode({ id: 'qr_new' }), 201);

  test('needs a content', async () => {
    new FakeApi({ 'GET /api/urls': list([]) });
    const { user } = await openQr();
    await user.click(generate());
    expect(screen.getByText('Please enter content for the QR code')).toBeInTheDocument();
  });

  test.each([
    ['example.com/menu', { content: 'https://example.com/menu', type: 'url' }],
    ['Just a text', { content: 'Just a text', type: 'text' }],
  ])('%p becomes what it looks like', async (typed, body) => {
    const fake = new FakeApi({ 'GET /api/urls': list([]), 'POST /api/qrcodes/generate': made });
    const { user } = await openQr();
    await user.type(screen.getByRole('textbox', { name: 'Content' }), typed);
    await user.click(generate());
    expect(await screen.findByText('QR Code generated successfully!')).toBeInTheDocument();
    expect(fake.to('POST /api/qrcodes/generate')[0]?.body).toEqual(body);
    expect(screen.getByRole('link', { name: 'Customize design' })).toHaveAttribute('href', '/qr-customize/qr_new');
  });

  test('a network has fields of its own, and is checked before it is sent', async () => {
    const fake = new FakeApi({ 'GET /api/urls': list([]), 'POST /api/qrcodes/generate': made });
    const { container, user } = await openQr();
    await user.click(screen.getByRole('radio', { name: 'WiFi' }));
    await user.type(screen.getByLabelText('Network name'), 'Caf;e');
    await user.click(generate());
    expect(screen.getByText('Enter the password of the Wi-Fi network.')).toBeInTheDocument();
    await user.type(screen.getByLabelText('Network password'), 'welcome-2026');
    expect(await axe(container)).toHaveNoViolations();
    await user.click(generate());
    await screen.findByText('QR Code generated successfully!');
    expect(fake.to('POST /api/qrcodes/generate')[0]?.body).toEqual({ content: 'WIFI:T:WPA;S:Caf\\;e;P:welcome-2026;;', type: 'wifi' });
    expect(screen.getByLabelText('Network name')).toHaveValue('');
  });
});

describe('editing a link', () => {
  const before = aLink({
    id: 'link-9',
    originalUrl: 'https://example.com/before',
    hasPassword: true,
    // With seconds, which the field cannot show.
    expiresAt: '2027-03-04T05:06:07.000Z',
    tags: ['one'],
  });
  const openEdit = async () => {
    const fake = new FakeApi({ 'GET /api/urls': list([before]), 'PUT /api/urls/link-9': ok(before) });
    const view = open();
    await rows();
    await view.user.click(screen.getByRole('button', { name: /^Edit: / }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit link' }));
    return { ...view, fake, dialog, sent: () => fake.to('PUT /api/urls/link-9')[0]?.body };
  };
  const save = 'Save changes';

  test('keeps an untouched password and the exact expiry', async () => {
    const { user, dialog, sent } = await openEdit();
    await user.clear(dialog.getByLabelText('Destination URL'));
    await user.type(dialog.getByLabelText('Destination URL'), 'https://example.com/after');
    await user.click(dialog.getByRole('button', { name: save }));
    expect(await screen.findByText('Link updated successfully!')).toBeInTheDocument();
    expect(sent()).toMatchObject({ originalUrl: 'https://example.com/after', expiresAt: '2027-03-04T05:06:07.000Z', tags: ['one'] });
    expect(sent()).not.toHaveProperty('password');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('removes password and expiry when asked to', async () => {
    const { user, dialog, sent } = await openEdit();
    await user.click(dialog.getByLabelText('Remove the password'));
    await user.clear(dialog.getByLabelText(/^Expires/));
    await user.click(dialog.getByRole('button', { name: save }));
    await screen.findByText('Link updated successfully!');
    expect(sent()).toMatchObject({ password: null, expiresAt: null });
  });

  test.each([
    ['', 'Destination URL is required'],
    ['nonsense', 'Please enter a valid URL'],
  ])('a destination of %p is answered with "%s"', async (typed, message) => {
    const { user, dialog, sent } = await openEdit();
    await user.clear(dialog.getByLabelText('Destination URL'));
    if (typed) await user.type(dialog.getByLabelText('Destination URL'), typed);
    await user.click(dialog.getByRole('button', { name: save }));
    expect(dialog.getByText(message)).toBeInTheDocument();
    expect(sent()).toBeUndefined();
  });

  test('a refusal leaves the dialog open with what was typed', async () => {
    const { user, dialog, fake } = await openEdit();
    fake.on('PUT /api/urls/link-9', problem(503, 'PART_UNAVAILABLE', ''));
    await user.type(dialog.getByLabelText(/^Title/), 'Kept');
    await user.click(dialog.getByRole('button', { name: save }));
    expect(await screen.findByText('Failed to update link')).toBeInTheDocument();
    expect(dialog.getByLabelText(/^Title/)).toHaveValue('Kept');
  });
});

describe('deleting a link', () => {
  const openDelete = async (answer: Parameters<FakeApi['on']>[1]) => {
    const link = aLink({ id: 'link-7', title: 'Going' });
    let gone = false;
    const fake = new FakeApi({
      'GET /api/urls': () => list(gone ? [] : [link]),
      'DELETE /api/urls/link-7': (request) => {
        gone = true;
        return typeof answer === 'function' ? answer(request) : answer;
      },
    });
    const view = open();
    await rows();
    await view.user.click(screen.getByRole('button', { name: /^Actions for / }));
    await view.user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(fake.to('DELETE /api/urls/link-7')).toHaveLength(0);
    return { ...view, fake, dialog };
  };

  test('asks first, then removes it from the list', async () => {
    const { user, dialog } = await openDelete(ok({ id: 'link-7' }));
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Link deleted successfully')).toBeInTheDocument();
    expect(await screen.findByText('No links yet')).toBeInTheDocument();
  });

  test('can be called off', async () => {
    const { user, dialog, fake } = await openDelete(ok({}));
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByText('Going')).toBeInTheDocument();
    expect(fake.to('DELETE /api/urls/link-7')).toHaveLength(0);
  });

  test('a link that is already gone is "Link removed", and leaves the list too', async () => {
    const { user, dialog } = await openDelete(problem(404, 'LINK_NOT_FOUND', 'No such link.'));
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Link removed')).toBeInTheDocument();
    expect(await screen.findByText('No links yet')).toBeInTheDocument();
  });
});
