import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import type { QrCode } from '../../api/types';
import { aQrCode } from '../../testing/factories';
import { FakeApi, ok, problem } from '../../testing/fake-api';
import { withLiveSource } from '../../testing/live-source';
import { copied, LIST, list, open, rows } from './qr-codes-page.rig';

withLiveSource();

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
