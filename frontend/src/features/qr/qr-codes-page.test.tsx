import { describe, expect, test } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import type { QrCode } from '../../api/types';
import { watchDownloads } from '../../testing/downloads';
import { aPlan, aQrCode, aUsage, aUser, onePage } from '../../testing/factories';
import { FakeApi, type FakeRequest, ok, problem } from '../../testing/fake-api';
import { LiveSource, withLiveSource } from '../../testing/live-source';
import { renderWithStore } from '../../testing/render-app';
import { dayOf } from './list/use-qr-list-state';
import { QrCodesPage } from './qr-codes-page';

withLiveSource();
const downloads = watchDownloads();
const LIST = 'GET /api/qrcodes';
const EXPORT = 'GET /api/qrcodes/export';
const list = (qrCodes: QrCode[]) => ok({ qrCodes, pagination: onePage(qrCodes.length, 25) });
const open = (entry = '/qr-codes') => renderWithStore(<QrCodesPage />, { signedInAs: aUser(), entry });
const rows = async () => within(await screen.findByRole('region', { name: 'Your QR codes' })).findAllByRole('listitem');
const lastQuery = (fake: FakeApi) => fake.to(LIST).at(-1)?.params;
const copied = () => navigator.clipboard.readText();

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

describe('several codes at once', () => {
  const BULK = 'POST /api/qrcodes/bulk';
  const first = aQrCode({ id: 'qr_a', title: 'First' });
  const second = aQrCode({ id: 'qr_b', title: 'Second' });
  const choose = async (handlers: ConstructorParameters<typeof FakeApi>[0] = {}) => {
    const fake = new FakeApi({ [LIST]: list([first, second]), ...handlers });
    const view = open();
    await rows();
    await view.user.click(screen.getByRole('button', { name: 'Select' }));
    return { ...view, fake, bar: within(screen.getByRole('toolbar', { name: 'Selected codes' })) };
  };

  test('are chosen one by one or as a page, and archived', async () => {
    const { user, fake, bar, container } = await choose({
      [BULK]: ok({ results: [{ id: 'qr_b', ok: true }], succeeded: 1, failed: 0 }),
    });
    expect(bar.getByRole('button', { name: 'Archive' })).toBeDisabled();
    await user.click(screen.getByRole('checkbox', { name: 'Select Second' }));
    expect(bar.getByText('1 code selected')).toBeInTheDocument();
    expect(await axe(container)).toHaveNoViolations();
    await user.click(bar.getByRole('button', { name: 'Archive' }));
    expect(await screen.findByText('1 code archived')).toBeInTheDocument();
    expect(fake.to(BULK)[0]?.body).toEqual({ action: 'archive', ids: ['qr_b'] });
    await user.click(bar.getByRole('checkbox', { name: 'Select this page' }));
    expect(bar.getByText('2 codes selected')).toBeInTheDocument();
    await user.click(bar.getByRole('button', { name: 'Done' }));
    expect(screen.queryByRole('checkbox', { name: 'Select First' })).not.toBeInTheDocument();
  });

  test('are deleted after a question, and what fails is told', async () => {
    const { user, fake, bar } = await choose({
      [BULK]: ok({
        results: [
          { id: 'qr_a', ok: true },
          { id: 'qr_b', ok: false, code: 'CONFLICT', message: 'Somebody else is at it.' },
        ],
        succeeded: 1,
        failed: 1,
      }),
    });
    await user.click(bar.getByRole('checkbox', { name: 'Select this page' }));
    await user.click(bar.getByRole('button', { name: 'Delete' }));
    expect(fake.to(BULK)).toHaveLength(0);
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('1 code deleted')).toBeInTheDocument();
    expect(await screen.findByText('1 of 2 could not be changed: Somebody else is at it.')).toBeInTheDocument();
  });

  test('are exported by their ids', async () => {
    const { user, fake, bar } = await choose({ [EXPORT]: { body: new Blob(['PK']) } });
    await user.click(screen.getByRole('checkbox', { name: 'Select First' }));
    await user.click(bar.getByRole('button', { name: 'Export' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Export QR codes' }));
    await user.click(dialog.getByRole('button', { name: 'Download' }));
    await waitFor(() => expect(fake.to(EXPORT)[0]?.params).toEqual({ ids: 'qr_a', format: 'zip', image: 'png', size: 600 }));
  });
});

describe('importing codes', () => {
  const IMPORT = 'POST /api/qrcodes/import';
  const job = {
    id: 'imp_1',
    kind: 'qrcodes',
    state: 'running',
    total: 3,
    processed: 1,
    succeeded: 1,
    failed: 0,
    createdAt: '',
    finishedAt: null,
  };
  const paid = (plan = 'professional') => ({
    [LIST]: list([]),
    'GET /api/subscription/usage': ok(aUsage({ plan, currentPlan: plan })),
    'GET /api/subscription/plans': ok({
      plans: [aPlan({ key: 'free' }), aPlan({ key: 'professional', features: ['bulk'] })],
      paymentsConfigured: false,
    }),
  });
  const csv = () => new File(['content\nhttps://example.com/\n'], 'codes.csv', { type: 'text/csv' });

  test('shows how far it is, can be stopped, and says what failed', async () => {
    let state = job as Record<string, unknown>;
    const fake = new FakeApi({
      ...paid(),
      [IMPORT]: ok({ import: job }, 202),
      'GET /api/qrcodes/imports/imp_1': () => ok({ import: state }),
      'POST /api/qrcodes/imports/imp_1/cancel': () => {
        state = { ...job, state: 'cancelled', processed: 2, failed: 1 };
        return ok({ import: state });
      },
      'GET /api/qrcodes/imports/imp_1/results': ok({
        results: [{ row: 3, ok: false, name: 'Bad', content: 'x', code: 'VALIDATION_FAILED', message: 'Please enter a valid URL' }],
      }),
    });
    const { user } = open();
    await user.click(screen.getByRole('button', { name: 'Import CSV' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Import QR codes' }));
    expect(await axe(screen.getByRole('dialog'))).toHaveNoViolations();
    await user.upload(await dialog.findByLabelText('Choose a CSV file or drop it here'), csv());
    expect(await dialog.findByText('Creating codes')).toBeInTheDocument();
    expect(dialog.getByRole('progressbar', { name: 'Import' })).toHaveAttribute('value', '1');
    expect(fake.to(IMPORT)).toHaveLength(1);
    await user.click(dialog.getByRole('button', { name: 'Stop import' }));
    expect(await dialog.findByText('Cancelled: what was created stays.', undefined, { timeout: 4_000 })).toBeInTheDocument();
    expect(await dialog.findByText('Please enter a valid URL')).toBeInTheDocument();
    expect(dialog.getByRole('button', { name: 'Download images (ZIP)' })).toBeInTheDocument();
    expect(await axe(screen.getByRole('dialog'))).toHaveNoViolations();
  });

  test('says what is wrong with a file, before and after it was sent', async () => {
    const fake = new FakeApi({
      ...paid(),
      [IMPORT]: problem(400, 'VALIDATION_FAILED', 'The file has no rows under its header line.'),
    });
    const { user } = open();
    await user.click(screen.getByRole('button', { name: 'Import CSV' }));
    const field = await screen.findByLabelText('Choose a CSV file or drop it here');
    fireEvent.drop(field, { dataTransfer: { files: [new File(['x'], 'photo.png', { type: 'image/png' })] } });
    expect(await screen.findByText('Choose a CSV file.')).toBeInTheDocument();
    expect(fake.to(IMPORT)).toHaveLength(0);
    await user.upload(field, csv());
    expect((await screen.findAllByText('The file has no rows under its header line.')).length).toBeGreaterThan(0);
  });

  test('is offered with the plans that have it', async () => {
    new FakeApi(paid('free'));
    const { user } = open();
    await user.click(screen.getByRole('button', { name: 'Import CSV' }));
    expect(await screen.findByText('Importing comes with the plans that have bulk operations.')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'See the plans' })).toHaveAttribute('href', '/pricing');
  });
});

describe('editing a code', () => {
  const openEdit = async (code: QrCode, whole = code) => {
    const fake = new FakeApi({
      [LIST]: list([code]),
      [`GET /api/qrcodes/${code.id}`]: ok(whole),
      [`PUT /api/qrcodes/${code.id}`]: ok(code),
    });
    const view = open();
    await rows();
    await view.user.click(screen.getByRole('button', { name: `Edit: ${code.title}` }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit QR code' }));
    const preview = async () => (await dialog.findByRole('img', { name: 'Preview' })).getAttribute('src');
    const save = () => view.user.click(dialog.getByRole('button', { name: 'Save changes' }));
    return { ...view, fake, dialog, preview, save, sent: () => fake.to(`PUT /api/qrcodes/${code.id}`)[0]?.body };
  };

  test('the preview has the logo, which lists leave out', async () => {
    const code = aQrCode({ title: 'Menu' });
    const logo = `data:image/png;base64,${code.qrCode}`;
    const { customization } = code;
    const { preview } = await openEdit(code, {
      ...code,
      customization: { ...customization, frontendCustomization: { ...customization.frontendCustomization, logo } },
    });
    await waitFor(async () => expect(decodeURIComponent((await preview()) ?? '')).toContain(logo));
  });

  test('the preview follows the content', async () => {
    const { user, dialog, preview, save, sent } = await openEdit(aQrCode({ title: 'Note', type: 'text', content: 'Old' }));
    const before = await preview();
    await user.type(dialog.getByLabelText('Text'), ' and new');
    await waitFor(async () => expect(await preview()).not.toBe(before));
    await user.clear(dialog.getByLabelText('Text'));
    expect(await dialog.findByText('Fill in the content to see the code.')).toBeInTheDocument();
    await save();
    expect(dialog.getByText('Content is required')).toBeInTheDocument();
    await user.type(dialog.getByLabelText('Text'), 'Newest');
    await user.type(dialog.getByLabelText(/^Description/), 'Why');
    await save();
    expect(await screen.findByText('QR Code updated successfully!')).toBeInTheDocument();
    expect(sent()).toEqual({ content: 'Newest', type: 'text', name: 'Note', description: 'Why' });
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test("a website's picture stays, since it leads to the code's own address", async () => {
    const { user, dialog, preview, save, sent } = await openEdit(aQrCode({ title: 'Menu', content: 'https://example.com/menu' }));
    const before = await preview();
    const field = dialog.getByLabelText('Website');
    expect(field).toHaveAttribute('type', 'url');
    await user.clear(field);
    await user.type(field, 'nonsense');
    await save();
    expect(dialog.getByText('Please enter a valid URL')).toBeInTheDocument();
    await user.clear(field);
    await user.type(field, 'example.com/new');
    expect(await preview()).toBe(before);
    await save();
    await screen.findByText('QR Code updated successfully!');
    expect(sent()).toMatchObject({ content: 'https://example.com/new', type: 'url' });
  });

  test('the fields follow the type; going back brings the content back', async () => {
    const { user, dialog, save, sent } = await openEdit(aQrCode({ title: 'Menu', content: 'https://example.com/menu' }));
    await user.selectOptions(dialog.getByLabelText('Type'), 'Email');
    expect(dialog.getByLabelText('Email')).toHaveAttribute('type', 'email');
    await user.type(dialog.getByLabelText('Email'), 'nobody');
    await save();
    expect(dialog.getByText('Enter an e-mail address, for example ada@example.com.')).toBeInTheDocument();
    await user.selectOptions(dialog.getByLabelText('Type'), 'Website');
    expect(dialog.getByLabelText('Website')).toHaveValue('https://example.com/menu');
    await user.selectOptions(dialog.getByLabelText('Type'), 'SMS');
    await user.type(dialog.getByLabelText('Phone'), '+1 555 010 9999');
    await user.type(dialog.getByLabelText(/^Message/), 'Hi: there');
    await save();
    await screen.findByText('QR Code updated successfully!');
    expect(sent()).toMatchObject({ content: 'SMSTO:+1 555 010 9999:Hi: there', type: 'sms' });
  });

  test('a website can be given a short link once; then it is shown, copied and encoded', async () => {
    const code = aQrCode({ id: 'qr_6', title: 'Menu', content: 'https://example.com/menu' });
    const linked = { ...code, shortUrl: 'http://localhost:3001/menu', shortId: 'menu', shortLinkId: 'lnk_1' };
    const SHORT = 'POST /api/qrcodes/qr_6/short-link';
    const { user, dialog, fake, save, sent, preview } = await openEdit(code);
    fake.on(
      SHORT,
      problem(409, 'LINK_ALIAS_TAKEN', 'That alias is already taken', [{ field: 'customAlias', message: 'That alias is already taken' }]),
    );
    await user.type(dialog.getByLabelText(/^Custom alias/), 'menu{Enter}');
    await waitFor(() =>
      expect(dialog.getByLabelText(/^Custom alias/)).toHaveAccessibleDescription(expect.stringContaining('already taken')),
    );
    fake.on(SHORT, () => {
      fake.on('GET /api/qrcodes/qr_6', ok(linked));
      return ok(linked);
    });
    const before = await preview();
    await user.click(dialog.getByRole('button', { name: 'Create short link' }));
    expect(await screen.findByText('Short link created successfully!')).toBeInTheDocument();
    expect(await dialog.findByRole('link', { name: 'localhost:3001/menu' })).toBeInTheDocument();
    expect(dialog.getByText('Short ID: menu')).toBeInTheDocument();
    expect(await axe(screen.getByRole('dialog'))).toHaveNoViolations();
    await user.click(dialog.getByRole('button', { name: 'Copy short link' }));
    expect(await copied()).toBe('http://localhost:3001/menu');
    expect(dialog.queryByRole('button', { name: 'Create short link' })).not.toBeInTheDocument();
    await user.click(dialog.getByRole('radio', { name: 'The short link' }));
    await waitFor(async () => expect(await preview()).not.toBe(before));
    await save();
    await screen.findByText('QR Code updated successfully!');
    expect(sent()).toMatchObject({ encodes: 'shortUrl' });
  });

  test('a short link that cannot be made says so', async () => {
    const { user, dialog, fake } = await openEdit(aQrCode({ id: 'qr_8', title: 'Menu' }));
    fake.on('POST /api/qrcodes/qr_8/short-link', { network: true });
    await user.click(dialog.getByRole('button', { name: 'Create short link' }));
    expect(await screen.findByText('Failed to create short link')).toBeInTheDocument();
  });

  test('only a website can have a short link', async () => {
    const { dialog } = await openEdit(aQrCode({ title: 'Note', type: 'text', content: 'Hello' }));
    expect(dialog.queryByRole('button', { name: 'Create short link' })).not.toBeInTheDocument();
  });

  test('what the server refuses stands at its field, and nothing is lost', async () => {
    const { user, dialog, fake, save } = await openEdit(aQrCode({ id: 'qr_5', title: 'Menu' }));
    fake.on(
      'PUT /api/qrcodes/qr_5',
      problem(400, 'DESTINATION_NOT_ALLOWED', 'This address is not allowed.', [
        { field: 'content', message: 'This address is not allowed.' },
      ]),
    );
    await user.type(dialog.getByLabelText('Website'), '/x');
    await save();
    await waitFor(() =>
      expect(dialog.getByLabelText('Website')).toHaveAccessibleDescription(expect.stringContaining('This address is not allowed.')),
    );
  });
});
