// What the tests of the QR codes page share: the page open, its rows, its calls.
import { screen, within } from '@testing-library/react';
import type { QrCode } from '../../api/types';
import { aUser, onePage } from '../../testing/factories';
import { type FakeApi, ok } from '../../testing/fake-api';
import { renderWithStore } from '../../testing/render-app';
import { QrCodesPage } from './qr-codes-page';

export const LIST = 'GET /api/qrcodes';
export const EXPORT = 'GET /api/qrcodes/export';
export const list = (qrCodes: QrCode[]) => ok({ qrCodes, pagination: onePage(qrCodes.length, 25) });
export const open = (entry = '/qr-codes') => renderWithStore(<QrCodesPage />, { signedInAs: aUser(), entry });
export const rows = async () => within(await screen.findByRole('region', { name: 'Your QR codes' })).findAllByRole('listitem');
export const lastQuery = (fake: FakeApi) => fake.to(LIST).at(-1)?.params;
export const copied = () => navigator.clipboard.readText();
