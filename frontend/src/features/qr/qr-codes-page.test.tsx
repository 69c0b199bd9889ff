import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import type { QrCode } from '../../api/types';
import { watchDownloads } from '../../testing/downloads';
import { aQrCode } from '../../testing/factories';
import { FakeApi, type FakeRequest, ok, problem } from '../../testing/fake-api';
import { LiveSource, withLiveSource } from '../../testing/live-source';
import { dayOf } from './list/use-qr-list-state';
import { copied, EXPORT, LIST, lastQuery, list, open, rows } from './qr-codes-page.rig';

withLiveSource();
const downloads = watchDownloads();

describe('the QR codes page', () => {
  test('has no accessibility problems with codes, an open menu, the date filter and the edit dialog', async () => {
    const menu = aQrCode({ title: 'Menu' });
    new FakeApi({ [LIST]: list([menu, aQrCode({ archived: true })]), [`GET /api/qrcodes/${menu.id}`]: ok(menu) });
    const { container, user } = open('/qr-codes?type=url&from=2026-11-01');
    await rows();
    expect(await axe(container)).toHaveNoViolations();
    await user.click(screen.getByRole('button', { name: 'Actions for Menu' }));
    expect(await axe(await screen.findByRole('menu'))).toHaveNoViolations();
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Filter by created date' }));
    expect(await axe(await screen.findByRole('dialog', { name: 'Filter by created date' }))).toHaveNoViolations();
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Edit: Menu' }));
    expect(await axe(await screen.findByRole('dialog', { name: 'Edit QR code' }))).toHaveNoViolations();
  });

  test('shows picture, SCAN ME, title, type, content, scans and age of each', async () => {
    new FakeApi({
      [LIST]: list([
        aQrCode({ title: 'Menu', content: 'https://example.com/menu', analytics: { totalScans: 1, uniqueScans: 1 } }),
        aQrCode({ title: '', type: 'text', content: 'Hello', createdAt: '' }),
        aQrCode({ type: 'wifi', content: 'WIFI:T:WPA;S:Guests;P:secret-2026;;', analytics: { totalScans: 1200, uniqueScans: 9 } }),
        aQrCode({ type: 'vcard' as QrCode['type'], archived: true }),
      ]),
    });
    open();
    const [url, text, wifi, other] = await rows();
    expect(within(url as HTMLElement).getByRole('img', { name: 'QR code: Menu' })).toHaveAttribute(
      'src',
      expect.stringMatching(/^data:image\/png;base64,/),
    );
    for (const words of ['SCAN ME', 'Menu', 'Website', 'https://example.com/menu', '1 scan']) expect(url).toHaveTextContent(words);
    for (const words of ['Untitled QR Code', 'Text', 'Hello', '0 scans', 'Unknown date']) expect(text).toHaveTextContent(words);
    for (const words of ['WiFi', 'Guests', '1,200 scans']) expect(wifi).toHaveTextContent(words);
    expect(wifi).not.toHaveTextContent('secret-2026');
    for (const words of ['VCARD', 'Archived']) expect(other).toHaveTextContent(words);
  });

  test('leads to creating one', async () => {
    new FakeApi({ [LIST]: list([]) });
    open();
    expect(await screen.findByText('No QR codes found')).toBeInTheDocument();
    expect(screen.getByText('Create your first QR code to get started.')).toBeInTheDocument();
    for (const link of screen.getAllByRole('link', { name: 'Create code' })) expect(link).toHaveAttribute('href', '/dashboard?create=qr');
  });

  test.each([
    [{ network: true } as const, 'Unable to connect to server'],
    [problem(503, 'PART_UNAVAILABLE', 'Down.'), 'Failed to fetch QR codes'],
  ])('%j is "%s", with another try', async (answer, message) => {
    const fake = new FakeApi({ [LIST]: answer });
    const { user } = open();
    expect(await screen.findByText(message)).toBeInTheDocument();
    fake.on(LIST, list([aQrCode({ title: 'Back again' })]));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Back again')).toBeInTheDocument();
  });

  test('a scan that comes in live moves the counts', async () => {
    const code = aQrCode({ title: 'Menu' });
    const fake = new FakeApi({ [LIST]: list([code]) });
    open();
    await rows();
    fake.on(LIST, list([{ ...code, analytics: { totalScans: 1, uniqueScans: 1 } }]));
    LiveSource.opened[0]?.say({ id: 'c', source: 'qr' });
    expect(await screen.findByText('1 scan')).toBeInTheDocument();
  });
});

describe('finding codes', () => {
  test('search, what is shown and type live in the URL and go to the server', async () => {
    const fake = new FakeApi({ [LIST]: list([aQrCode()]) });
    const { user, where } = open();
    await rows();
    expect(lastQuery(fake)).toMatchObject({ show: 'active', page: 1 });
    await user.type(screen.getByRole('searchbox', { name: 'Search codes' }), 'menu');
    await waitFor(() => expect(where.search).toBe('?search=menu'));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'Show: All');
    await user.click(screen.getByRole('button', { name: 'Add filters' }));
    await user.click(await screen.findByRole('menuitem', { name: 'WiFi' }));
    await waitFor(() => expect(lastQuery(fake)).toMatchObject({ search: 'menu', show: 'all', type: 'wifi' }));
    await user.click(screen.getByRole('button', { name: 'Remove filter WiFi' }));
    expect(where.search).toBe('?search=menu&show=all');
  });

  test('the created date is a range of whole days of the reader', async () => {
    const fake = new FakeApi({ [LIST]: list([aQrCode()]) });
    const { user, where } = open();
    await rows();
    await user.click(screen.getByRole('button', { name: 'Filter by created date' }));
    const panel = within(await screen.findByRole('dialog', { name: 'Filter by created date' }));
    await user.type(panel.getByLabelText('From'), '2026-11-10');
    await user.type(panel.getByLabelText('To'), '2026-11-09');
    await user.click(panel.getByRole('button', { name: 'Apply' }));
    expect(panel.getByText('The end must not be before the start')).toBeInTheDocument();
    await user.clear(panel.getByLabelText('To'));
    await user.type(panel.getByLabelText('To'), '2026-11-12');
    await user.click(panel.getByRole('button', { name: 'Apply' }));
    expect(where.search).toBe('?from=2026-11-10&to=2026-11-12');
    await waitFor(() =>
      expect(lastQuery(fake)).toMatchObject({
        createdFrom: new Date(2026, 10, 10).toISOString(),
        createdTo: new Date(2026, 10, 13).toISOString(),
      }),
    );
    expect(screen.getByText(/^Created Nov 10, 2026 – Nov 12, 2026$/)).toBeInTheDocument();
  });

  test('"Today" is one press', async () => {
    new FakeApi({ [LIST]: list([aQrCode()]) });
    const { user, where } = open();
    await rows();
    await user.click(screen.getByRole('button', { name: 'Filter by created date' }));
    await user.click(await screen.findByRole('button', { name: 'Today' }));
    expect(where.search).toBe(`?from=${dayOf(new Date())}&to=${dayOf(new Date())}`);
  });

  test.each([
    ['?search=zzz', 'Try adjusting your search terms.'],
    ['?type=sms', 'No code matches these filters.'],
  ])('nothing found for %s says "%s" and clears at once', async (search, text) => {
    new FakeApi({ [LIST]: ({ params }: FakeRequest) => list(params.search || params.type ? [] : [aQrCode({ title: 'Everything' })]) });
    const { user, where } = open(`/qr-codes${search}`);
    expect(await screen.findByText('No QR codes found')).toBeInTheDocument();
    expect(screen.getByText(text)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(await screen.findByText('Everything')).toBeInTheDocument();
    expect(where.search).toBe('');
  });

  test('what the filters show is exported, as images or as a table', async () => {
    const fake = new FakeApi({ [LIST]: list([aQrCode(), aQrCode()]), [EXPORT]: { body: new Blob(['PK']) } });
    const { user } = open('/qr-codes?search=e&type=url');
    await rows();
    await user.click(screen.getByRole('button', { name: 'Export' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Export QR codes' }));
    expect(await axe(screen.getByRole('dialog'))).toHaveNoViolations();
    expect(dialog.getByText('2 codes: everything the list shows.')).toBeInTheDocument();
    await user.selectOptions(dialog.getByLabelText('Format'), 'SVG');
    await user.click(dialog.getByRole('button', { name: 'Download' }));
    expect(await screen.findByText('QR codes exported')).toBeInTheDocument();
    expect(fake.to(EXPORT)[0]?.params).toEqual({ search: 'e', show: 'active', type: 'url', format: 'zip', image: 'svg' });
    await user.click(screen.getByRole('button', { name: 'Export' }));
    await user.click(await screen.findByRole('radio', { name: 'Table' }));
    await user.click(screen.getByRole('button', { name: 'Download' }));
    await waitFor(() => expect(downloads.map(({ name }) => name)).toEqual(['linqr-qr-codes.zip', 'linqr-qr-codes.csv']));
    expect(fake.to(EXPORT)[1]?.params).toMatchObject({ format: 'csv' });
  });
});

describe('what can be done with a code', () => {
  const code = aQrCode({ id: 'qr_7', title: 'Menu', content: 'https://example.com/menu' });
  const openMenu = async (handlers: ConstructorParameters<typeof FakeApi>[0] = {}) => {
    const fake = new FakeApi({ [LIST]: list([code]), ...handlers });
    const view = open();
    await rows();
    await view.user.click(screen.getByRole('button', { name: 'Actions for Menu' }));
    await screen.findByRole('menu');
    return { ...view, fake, choose: (name: string) => view.user.click(screen.getByRole('menuitem', { name })) };
  };

  test('its content and its address are copied', async () => {
    const { user, choose } = await openMenu();
    await choose('Copy content');
    expect(await screen.findByText('Content copied to clipboard!')).toBeInTheDocument();
    expect(await copied()).toBe('https://example.com/menu');
    await user.click(screen.getByRole('button', { name: 'Actions for Menu' }));
    await choose('Copy QR URL');
    expect(await screen.findByText('QR code URL copied!')).toBeInTheDocument();
    expect(await copied()).toBe(`${window.location.origin}/qr/qr_7`);
  });

  test.each([
    ['View analytics: Menu', '/qr-analytics/qr_7'],
    ['Customize design: Menu', '/qr-customize/qr_7'],
  ])('"%s" leads to %s', async (name, path) => {
    new FakeApi({ [LIST]: list([code]) });
    const { user, where } = open();
    await rows();
    await user.click(screen.getByRole('button', { name }));
    expect(where.pathname).toBe(path);
  });

  test('its picture is downloaded as the server draws it', async () => {
    const fake = new FakeApi({ [LIST]: list([code]), 'GET /api/qrcodes/qr_7/export': { body: new Blob(['png']) } });
    const { user } = open();
    await rows();
    await user.click(screen.getByRole('button', { name: 'Download PNG: Menu' }));
    expect(await screen.findByText('QR code downloaded')).toBeInTheDocument();
    expect(downloads.map(({ name }) => name)).toEqual(['menu-qr.png']);
    expect(fake.to('GET /api/qrcodes/qr_7/export')[0]?.params).toEqual({ format: 'png' });
  });

  test('a download that fails says "Failed to download QR code"', async () => {
    new FakeApi({ [LIST]: list([code]), 'GET /api/qrcodes/qr_7/export': problem(503, 'PART_UNAVAILABLE', '') });
    const { user } = open();
    await rows();
    await user.click(screen.getByRole('button', { name: 'Download PNG: Menu' }));
    expect(await screen.findByText('Failed to download QR code')).toBeInTheDocument();
  });

  test('it is archived', async () => {
    const { choose, fake } = await openMenu({ 'PUT /api/qrcodes/qr_7': ok({ ...code, archived: true }) });
    await choose('Archive');
    await waitFor(() => expect(fake.to('PUT /api/qrcodes/qr_7')[0]?.body).toEqual({ archived: true }));
  });

  test.each([
    [ok({ id: 'qr_7' }), 'QR code deleted successfully', true],
    [problem(404, 'QR_CODE_NOT_FOUND', 'No such code.'), 'QR code removed', true],
    [problem(503, 'PART_UNAVAILABLE', ''), 'Failed to delete QR code', false],
  ])('deleting asks, and %j is "%s"', async (answer, message, gone) => {
    let asked = false;
    const { user, choose, fake } = await openMenu({
      [LIST]: () => list(asked && gone ? [] : [code]),
      'DELETE /api/qrcodes/qr_7': () => {
        asked = true;
        return answer;
      },
    });
    await choose('Delete QR code');
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(fake.to('DELETE /api/qrcodes/qr_7')).toHaveLength(0);
    await user.click(dialog.getByRole('button', { name: 'Delete QR code' }));
    expect(await screen.findByText(message)).toBeInTheDocument();
    if (gone) expect(await screen.findByText('No QR codes found')).toBeInTheDocument();
    else expect(screen.getByRole('alertdialog')).toBeInTheDocument();
  });

  test('a short link goes with its code, unless it is kept', async () => {
    const linked = { ...code, shortUrl: 'http://localhost:3001/menu', shortId: 'menu', shortLinkId: 'lnk_1' };
    const fake = new FakeApi({ [LIST]: list([linked]), 'DELETE /api/qrcodes/qr_7': ok({ id: 'qr_7' }) });
    const { user } = open();
    await rows();
    await user.click(screen.getByRole('button', { name: 'Actions for Menu' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete QR code' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText(/Its short link localhost:3001\/menu stops working too/)).toBeInTheDocument();
    await user.click(dialog.getByRole('checkbox', { name: 'Keep the short link as a link of its own' }));
    await user.click(dialog.getByRole('button', { name: 'Delete QR code' }));
    expect(await screen.findByText('QR code deleted successfully')).toBeInTheDocument();
    expect(fake.to('DELETE /api/qrcodes/qr_7')[0]?.params).toEqual({ keepShortLink: true });
  });
});
