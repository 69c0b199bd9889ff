import { describe, expect, test } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { aPlan, aQrCode, aUsage } from '../../testing/factories';
import { FakeApi, ok, problem } from '../../testing/fake-api';
import { withLiveSource } from '../../testing/live-source';
import { EXPORT, LIST, list, open, rows } from './qr-codes-page.rig';

withLiveSource();

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
