import { describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { aUsage, aUser } from '../../../testing/factories';
import { FakeApi, ok, problem } from '../../../testing/fake-api';
import { renderWithStore } from '../../../testing/render-app';
import { ImportDialog } from './import-dialog';
import type { LinkImport } from './imports.api';

const signedInAs = aUser();
const anImport = (over: Partial<LinkImport> = {}): LinkImport => ({
  id: 'imp_1',
  state: 'running',
  total: 10,
  processed: 4,
  succeeded: 3,
  failed: 1,
  fileName: 'links.csv',
  source: 'bitly',
  stoppedBy: null,
  createdAt: '2026-11-21T10:00:00.000Z',
  finishedAt: null,
  ...over,
});
const preview = {
  columns: [
    { header: 'long_url', field: 'originalUrl' },
    { header: 'Remarks', field: null },
  ],
  samples: [['https://example.com/a', 'First']],
  rows: 10,
  source: 'bitly',
  encoding: 'windows-1252',
};
const failures = ok({
  results: [{ row: 5, ok: false, shortUrl: null, code: 'VALIDATION_FAILED', message: 'Please enter a valid URL', originalUrl: 'nonsense' }],
  pagination: { nextCursor: null },
});
const fakeApi = (features = ['bulk']) =>
  new FakeApi({
    'GET /api/subscription/usage': ok(aUsage({ plan: 'starter' })),
    'GET /api/subscription/plans': ok({ plans: [{ key: 'starter', features }], paymentsConfigured: false }),
    'GET /api/urls/imports': ok({ imports: [] }),
    'POST /api/urls/import/preview': ok(preview),
    'POST /api/urls/import': ok({ import: anImport({ state: 'queued', processed: 0, succeeded: 0, failed: 0 }) }, 202),
    'GET /api/urls/imports/imp_1': ok({ import: anImport() }),
    'GET /api/urls/imports/imp_1/results': failures,
  });
const open = () => renderWithStore(<ImportDialog onClose={() => undefined} />, { signedInAs });
const file = (name = 'links.csv', size = 20) => new File(['x'.repeat(size)], name, { type: 'text/csv' });
const choose = async (user: ReturnType<typeof open>['user'], chosen = file()) =>
  user.upload(await screen.findByLabelText('Choose a CSV file or drop it here'), chosen);
const start = () => screen.findByRole('button', { name: 'Import' });

describe('importing links', () => {
  test('has no accessibility problems in any of its steps', async () => {
    const fake = fakeApi();
    fake.on('GET /api/urls/imports', ok({ imports: [anImport({ state: 'done' })] }));
    const { user } = open();
    const dialog = await screen.findByRole('dialog');
    await screen.findByText('Recent imports');
    expect(await axe(dialog)).toHaveNoViolations();
    await choose(user);
    await start();
    expect(await axe(dialog)).toHaveNoViolations();
    await user.click(await start());
    await screen.findByRole('progressbar');
    expect(await axe(dialog)).toHaveNoViolations();
  });

  test('shows what the columns become and sends what was chosen', async () => {
    const fake = fakeApi();
    const { user } = open();
    await choose(user);
    expect(await screen.findByText('This looks like an export of Bitly.')).toBeInTheDocument();
    expect(screen.getByText(/Read as windows-1252/)).toBeInTheDocument();
    expect(screen.getByRole('cell', { name: 'https://example.com/a' })).toBeInTheDocument();
    await user.selectOptions(screen.getByRole('combobox', { name: 'What Remarks becomes' }), 'Title');
    await user.click(await start());
    await screen.findByRole('progressbar');
    const [sent] = fake.to('POST /api/urls/import');
    expect(sent?.params).toMatchObject({ columns: 'originalUrl,title', fileName: 'links.csv' });
    expect(sent?.headers['content-type']).toBe('text/csv');
    expect(sent?.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/);
  });

  test('cannot start without a destination, or with a field twice', async () => {
    fakeApi();
    const { user } = open();
    await choose(user);
    const destination = await screen.findByRole('combobox', { name: 'What long_url becomes' });
    await user.selectOptions(destination, 'Not imported');
    expect(screen.getByText('Choose the column that holds the destination.')).toBeInTheDocument();
    expect(await start()).toBeDisabled();
    await user.selectOptions(destination, 'Destination URL');
    await user.selectOptions(screen.getByRole('combobox', { name: 'What Remarks becomes' }), 'Destination URL');
    expect(screen.getByText('Two columns cannot both be “Destination URL”.')).toBeInTheDocument();
  });

  test('refuses files that are too large or no CSV before they are sent, and says what the server says of others', async () => {
    const fake = fakeApi();
    fake.on('POST /api/urls/import/preview', problem(400, 'VALIDATION_FAILED', 'The file has a header but no rows.'));
    const { user } = open();
    await choose(user, file('large.csv', 5 * 1024 * 1024 + 1));
    expect(await screen.findByText('The file is larger than 5 MB. Please split it.')).toBeInTheDocument();
    expect(fake.to('POST /api/urls/import/preview')).toHaveLength(0);
    await choose(user);
    expect(await screen.findByText('The file has a header but no rows.')).toBeInTheDocument();
  });

  test('moves as rows are done, and ends with what failed, why, and files of it', async () => {
    const fake = fakeApi();
    const { user } = open();
    await choose(user);
    await user.click(await start());
    expect(await screen.findByText('4 of 10 rows')).toBeInTheDocument();
    expect(screen.getByRole('progressbar')).toHaveAttribute('value', '4');
    fake.on(
      'GET /api/urls/imports/imp_1',
      ok({ import: anImport({ state: 'done', processed: 10, succeeded: 9, finishedAt: '2026-11-21T10:01:00.000Z' }) }),
    );
    expect(await screen.findByText('9 links were made', {}, { timeout: 10_000 })).toBeInTheDocument();
    const table = await screen.findByRole('table');
    expect(within(table).getByRole('row', { name: '5 nonsense Please enter a valid URL' })).toBeInTheDocument();
    expect(await axe(await screen.findByRole('dialog'))).toHaveNoViolations();
    expect(screen.getByRole('button', { name: 'Download failed rows' })).toBeEnabled();
  });

  test('can be cancelled', async () => {
    const fake = fakeApi();
    const cancelled = ok({ import: anImport({ state: 'cancelled', processed: 10, failed: 7, stoppedBy: 'CANCELLED' }) });
    fake.on('POST /api/urls/imports/imp_1/cancel', () => {
      fake.on('GET /api/urls/imports/imp_1', cancelled);
      return cancelled;
    });
    const { user } = open();
    await choose(user);
    await user.click(await start());
    await user.click(await screen.findByRole('button', { name: 'Cancel import' }));
    expect(await screen.findByText('The import was cancelled. 3 links were made.', {}, { timeout: 10_000 })).toBeInTheDocument();
  });

  test('says where the plan ended it', async () => {
    const fake = fakeApi();
    fake.on(
      'GET /api/urls/imports/imp_1',
      ok({ import: anImport({ state: 'done', processed: 10, failed: 7, stoppedBy: 'PLAN_LIMIT_REACHED' }) }),
    );
    const { user } = open();
    await choose(user);
    await user.click(await start());
    expect(await screen.findByText('Your plan’s allowance of links is used up', {}, { timeout: 10_000 })).toBeInTheDocument();
  });

  test('says which plan it comes with where it is not included', async () => {
    fakeApi([]);
    open();
    expect(await screen.findByText('Importing links comes with Starter.')).toBeInTheDocument();
  });
});
