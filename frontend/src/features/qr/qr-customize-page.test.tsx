import { describe, expect, test } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { Route, Routes } from 'react-router-dom';
import { saveDrafts } from '../../lib/form/drafts';
import { watchDownloads } from '../../testing/downloads';
import { aPlan, aQrCode, aUsage, aUser } from '../../testing/factories';
import { FakeApi, ok, problem } from '../../testing/fake-api';
import { renderWithStore } from '../../testing/render-app';
import { QrCustomizePage } from './qr-customize-page';

watchDownloads();
const CODE = 'GET /api/qrcodes/qr_1';
const PUT = 'PUT /api/qrcodes/qr_1';
const code = aQrCode({ id: 'qr_1', title: 'Menu' });
const template = {
  key: 'ribbon',
  name: 'Ribbon',
  customization: { ...code.customization, frontendCustomization: { style: 'diamond', frame: 'banner', frameColor: '#b91c1c' } },
};

function open(handlers: ConstructorParameters<typeof FakeApi>[0] = {}, plan = 'professional') {
  const fake = new FakeApi({
    [CODE]: ok(code),
    [PUT]: ok(code),
    'GET /api/qrcodes/templates': ok({ templates: [template] }),
    'GET /api/subscription/usage': ok(aUsage({ plan, currentPlan: plan })),
    'GET /api/subscription/plans': ok({
      plans: [aPlan({ key: 'free' }), aPlan({ key: 'professional', features: ['remove_branding'] })],
      paymentsConfigured: false,
    }),
    ...handlers,
  });
  const view = renderWithStore(
    <Routes>
      <Route path="/qr-customize/:id" element={<QrCustomizePage />} />
      <Route path="*" element={null} />
    </Routes>,
    { signedInAs: aUser(), entry: '/qr-customize/qr_1' },
  );
  const group = async (name: string) => within(await screen.findByRole('group', { name }));
  const picture = () => screen.getByRole('img', { name: 'Preview of your QR code' }).getAttribute('src');
  const save = () => view.user.click(screen.getByRole('button', { name: 'Save changes' }));
  const sent = () => (fake.to(PUT)[0]?.body as { customization: typeof code.customization } | undefined)?.customization;
  return { ...view, fake, group, picture, save, sent };
}

/** Types a colour over what stands there. */
const paint = (label: string, color: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: label }), { target: { value: color } });

describe('the designer', () => {
  test('has no accessibility problems, on a paid plan and with everything open on a free one', async () => {
    const { container, user, group, unmount } = open();
    await group('Ready-made designs');
    await screen.findByRole('switch', { name: 'Show the Linqr branding' });
    expect(await axe(container)).toHaveNoViolations();
    unmount();
    const free = open({}, 'free');
    await user.click((await free.group('Frame')).getByRole('radio', { name: 'Banner' }));
    await user.selectOptions(screen.getByLabelText('Code'), 'Gradient');
    await screen.findByText('Upgrade');
    expect(await axe(free.container)).toHaveNoViolations();
  });

  test.each([
    ['Pattern', ['Square', 'Round', 'Dot', 'Diamond', 'Circle', 'Rounded', 'Extra-rounded', 'Classy']],
    ['Corners', ['Square', 'Round', 'Extra-round', 'Classy']],
    ['Frame', ['None', 'Square', 'Circle', 'Rounded', 'Banner']],
  ])('%s are pictures to pick, and each changes the preview', async (name, looks) => {
    const { user, group, picture } = open();
    const options = await group(name);
    expect(options.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)).toEqual(looks);
    const seen = new Set([picture()]);
    for (const look of looks.slice(1)) {
      await user.click(options.getByRole('radio', { name: look }));
      await waitFor(() => expect(seen).not.toContain(picture()));
      seen.add(picture());
    }
  });

  test('what was designed is saved whole, and the list comes back', async () => {
    const { user, group, save, sent, where } = open();
    await user.click((await group('Pattern')).getByRole('radio', { name: 'Classy' }));
    await user.click((await group('Corners')).getByRole('radio', { name: 'Extra-round' }));
    await user.click(screen.getByRole('checkbox', { name: 'Use QR Code color' }));
    await user.click((await group('Preset colors')).getByRole('radio', { name: 'Indigo' }));
    paint('Background color', '#FFF7ED');
    await user.click((await group('Frame')).getByRole('radio', { name: 'Rounded' }));
    expect(screen.getByLabelText('Frame text')).toHaveValue('SCAN ME');
    await user.clear(screen.getByLabelText('Frame text'));
    await user.type(screen.getByLabelText('Frame text'), 'MENU');
    await user.clear(screen.getByLabelText('Image size'));
    await user.type(screen.getByLabelText('Image size'), '640');
    await user.click(screen.getByRole('switch', { name: 'Show the Linqr branding' }));
    await save();
    expect(await screen.findByText('QR code customization saved!')).toBeInTheDocument();
    expect(where.pathname).toBe('/qr-codes');
    expect(sent()).toMatchObject({
      color: '#4338ca',
      backgroundColor: '#fff7ed',
      size: 640,
      margin: 4,
      errorCorrectionLevel: 'M',
      showBranding: false,
      frontendCustomization: {
        style: 'classy',
        cornerStyle: 'extra-round',
        cornersUseCodeColor: true,
        foregroundColor: '#4338ca',
        frame: 'rounded',
        frameText: 'MENU',
        logo: null,
        logoSize: 20,
        showBranding: false,
      },
    });
  });

  test('gradient and transparent are real', async () => {
    const { user, picture, save, sent } = open();
    await user.selectOptions(await screen.findByLabelText('Code'), 'Gradient');
    paint('To', '#be185d');
    await user.selectOptions(screen.getByLabelText('Background'), 'Transparent');
    await waitFor(() => expect(decodeURIComponent(picture() ?? '')).toContain('linearGradient'));
    expect(screen.getByText(/Put this code on a light, plain surface only/)).toBeInTheDocument();
    await save();
    await waitFor(() =>
      expect(sent()?.frontendCustomization).toMatchObject({
        transparentBackground: true,
        gradient: { type: 'linear', from: '#000000', to: '#be185d', rotation: 45 },
      }),
    );
  });

  test('hex boxes take a # and up to six hex digits, nothing else', async () => {
    const { user } = open();
    const box = await screen.findByRole('textbox', { name: 'Code color' });
    await user.clear(box);
    expect(box).toHaveValue('#000000');
    for (const typed of ['red', '#12345g', '#1234567', '123456']) {
      fireEvent.change(box, { target: { value: typed } });
      expect(box).toHaveValue('#000000');
    }
    fireEvent.change(box, { target: { value: '#1A5' } });
    expect(box).toHaveValue('#1A5');
    fireEvent.blur(box);
    expect(box).toHaveValue('#11aa55');
    fireEvent.change(box, { target: { value: '#11' } });
    fireEvent.blur(box);
    expect(box).toHaveValue('#11aa55');
  });

  test('a design that would not scan says why, and is not saved', async () => {
    const { fake, save } = open();
    await screen.findByRole('textbox', { name: 'Code color' });
    expect(screen.getByText('This design scans well.')).toBeInTheDocument();
    paint('Code color', '#ffff00');
    expect(await screen.findByText('This design would not scan:')).toBeInTheDocument();
    expect(screen.getByText(/The code and the background are too alike to scan/)).toBeInTheDocument();
    await save();
    expect(fake.to(PUT)).toHaveLength(0);
    expect(document.activeElement).toHaveTextContent('This design would not scan:');
  });

  test('a ready-made design is taken over; "Reset to default" brings the plain one back', async () => {
    const { user, group, picture } = open();
    const templates = await group('Ready-made designs');
    const plain = picture();
    await user.click(templates.getByRole('radio', { name: 'Ribbon' }));
    expect(templates.getByRole('radio', { name: 'Ribbon' })).toBeChecked();
    expect((await group('Frame')).getByRole('radio', { name: 'Banner' })).toBeChecked();
    expect(picture()).not.toBe(plain);
    await user.click(screen.getByRole('button', { name: 'Reset to default' }));
    await waitFor(() => expect(picture()).toBe(plain));
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(templates.getByRole('radio', { name: 'Ribbon' })).toBeChecked();
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  });

  test('unsaved changes are not lost by leaving: it asks, stays, and goes when told to', async () => {
    const { user, group, where, fake, container } = open();
    await user.click((await group('Pattern')).getByRole('radio', { name: 'Dot' }));
    await user.click(screen.getByRole('link', { name: 'Back to QR Codes' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Leave without saving?' }));
    expect(await axe(container)).toHaveNoViolations();
    expect(where.pathname).toBe('/qr-customize/qr_1');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect((await group('Pattern')).getByRole('radio', { name: 'Dot' })).toBeChecked();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
    await waitFor(() => expect(where.pathname).toBe('/qr-codes'));
    expect(fake.to(PUT)).toHaveLength(0);
  });

  test('a design outlives an ended session: it waits where it was made', async () => {
    const { user, group, unmount } = open();
    await user.click((await group('Pattern')).getByRole('radio', { name: 'Dot' }));
    saveDrafts();
    unmount();
    const again = open();
    expect((await again.group('Pattern')).getByRole('radio', { name: 'Dot' })).toBeChecked();
  });

  test('a design is kept as a template, used again with its logo, and deleted', async () => {
    const KEEP = 'POST /api/qrcodes/templates';
    let own: object[] = [];
    const { user, group, fake, picture } = open({
      'GET /api/qrcodes/templates': () => ok({ templates: [template], own }),
      [KEEP]: ({ body }: { body: unknown }) => {
        own = [{ id: 'qrt_1', ...(body as object) }];
        return ok(own[0], 201);
      },
      'DELETE /api/qrcodes/templates/qrt_1': () => {
        own = [];
        return ok({ id: 'qrt_1' });
      },
    });
    await user.click((await group('Pattern')).getByRole('radio', { name: 'Diamond' }));
    const diamond = picture();
    await user.click(screen.getByRole('button', { name: 'Save as template' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Save as template' }));
    await user.type(dialog.getByLabelText('Template name'), 'House');
    await user.click(dialog.getByRole('button', { name: 'Save template' }));
    expect(await screen.findByText('Template saved')).toBeInTheDocument();
    expect(fake.to(KEEP)[0]?.body).toMatchObject({ name: 'House', customization: { frontendCustomization: { style: 'diamond' } } });
    await user.click((await group('Pattern')).getByRole('radio', { name: 'Dot' }));
    await user.click((await group('Your templates')).getByRole('radio', { name: 'House' }));
    await waitFor(() => expect(picture()).toBe(diamond));
    await user.click(screen.getByRole('button', { name: 'Delete template House' }));
    const asked = within(await screen.findByRole('alertdialog'));
    await user.click(asked.getByRole('button', { name: 'Delete template House' }));
    expect(await screen.findByText('Template deleted')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('group', { name: 'Your templates' })).not.toBeInTheDocument());
  });

  test('the picture holds the short link where its owner says so', async () => {
    const linked = { ...code, shortUrl: 'http://localhost:3001/menu', shortId: 'menu', shortLinkId: 'lnk_1' };
    const { user, fake, picture, save } = open({ [CODE]: ok(linked) });
    await user.click(await screen.findByRole('radio', { name: 'Short link' }));
    const plain = picture();
    await waitFor(() => expect(screen.getByText(/^localhost:3001\/menu\./)).toBeInTheDocument());
    expect(plain).not.toBeNull();
    await save();
    await waitFor(() => expect(fake.to(PUT)[0]?.body).toMatchObject({ encodes: 'shortUrl' }));
  });

  test('is downloaded for screens in pixels, and for print in millimetres', async () => {
    const EXPORT = 'GET /api/qrcodes/qr_1/export';
    const { user, fake } = open({ [EXPORT]: { body: new Blob(['png']) } });
    await user.click(await screen.findByRole('button', { name: 'Download' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Download this code' }));
    expect(await axe(screen.getByRole('dialog'))).toHaveNoViolations();
    fireEvent.change(dialog.getByLabelText('Side in pixels'), { target: { value: '20' } });
    expect(dialog.getByRole('button', { name: 'Download' })).toBeDisabled();
    fireEvent.change(dialog.getByLabelText('Side in pixels'), { target: { value: '1024' } });
    await user.click(dialog.getByRole('button', { name: 'Download' }));
    await waitFor(() => expect(fake.to(EXPORT)[0]?.params).toEqual({ format: 'png', size: 1024 }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await user.click(await screen.findByRole('button', { name: 'Download' }));
    const print = within(await screen.findByRole('dialog', { name: 'Download this code' }));
    await user.click(print.getByRole('radio', { name: 'For print' }));
    expect(print.getByText('591 × 591 pixels')).toBeInTheDocument();
    fireEvent.change(print.getByLabelText('Side in millimetres'), { target: { value: '500' } });
    expect(print.getByText(/an image has 4096 at most/)).toBeInTheDocument();
    await user.selectOptions(print.getByLabelText('Format'), 'PDF');
    await user.click(print.getByRole('button', { name: 'Download' }));
    await waitFor(() => expect(fake.to(EXPORT)[1]?.params).toEqual({ format: 'pdf', millimetres: 500 }));
  });

  test.each([
    [new File(['x'], 'logo.gif', { type: 'image/gif' }), 'Choose a PNG, JPEG or SVG file.'],
    [
      new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'big.png', { type: 'image/png' }),
      'The file is larger than 5 MB. Choose a smaller one.',
    ],
  ])('a logo file that is not allowed is refused with its reason, chosen or dropped', async (file, message) => {
    open();
    const input = await screen.findByLabelText('Choose a picture or drop it here');
    expect(input).toHaveAccessibleDescription('PNG, JPEG or SVG, 1:1, max 5MB, 2500x2500px');
    // By hand: a person can switch the file dialog to all files.
    fireEvent.change(input, { target: { files: [file] } });
    expect(await screen.findByText(message)).toBeInTheDocument();
    fireEvent.change(input, { target: { files: [new File([], 'x.webp', { type: 'image/webp' })] } });
    fireEvent.drop(input, { dataTransfer: { files: [file] } });
    expect(await screen.findByText(message)).toBeInTheDocument();
  });

  test('a plan without remove_branding keeps the branding and shows the way up', async () => {
    open({}, 'free');
    expect(await screen.findByRole('link', { name: 'Upgrade' })).toHaveAttribute('href', '/pricing');
    const toggle = screen.getByRole('switch', { name: 'Show the Linqr branding' });
    expect(toggle).toBeDisabled();
    expect(toggle).toBeChecked();
  });

  test('a save that fails says so, keeps the design and tells the reason', async () => {
    const { user, group, save, where } = open({ [PUT]: problem(400, 'QR_NOT_SCANNABLE', 'This would not scan.') });
    await user.click((await group('Pattern')).getByRole('radio', { name: 'Dot' }));
    await save();
    expect(await screen.findByText('Failed to save customization')).toBeInTheDocument();
    expect(screen.getByText('This would not scan.')).toBeInTheDocument();
    expect((await group('Pattern')).getByRole('radio', { name: 'Dot' })).toBeChecked();
    expect(where.pathname).toBe('/qr-customize/qr_1');
  });

  test('Cancel leads back without saving', async () => {
    const { user, fake, where } = open();
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(where.pathname).toBe('/qr-codes');
    expect(fake.to(PUT)).toHaveLength(0);
  });

  test('a code that is not there says so and leads to the list', async () => {
    const { where } = open({ [CODE]: problem(404, 'QR_CODE_NOT_FOUND', 'No such code.') });
    expect(await screen.findByText('QR code not found')).toBeInTheDocument();
    await waitFor(() => expect(where.pathname).toBe('/qr-codes'));
  });

  test('a code that does not load says so, with another try', async () => {
    const { user, fake } = open({ [CODE]: problem(503, 'PART_UNAVAILABLE', 'Down.') });
    expect(await screen.findByText('Failed to load QR code')).toBeInTheDocument();
    fake.on(CODE, ok(code));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('img', { name: 'Preview of your QR code' })).toBeInTheDocument();
  });
});
