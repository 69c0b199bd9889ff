import { AppError } from '@linqr/platform/errors';

/** The same for an id that never was, a deleted one and another workspace's. */
export function qrCodeNotFound(): AppError {
  return new AppError('QR_CODE_NOT_FOUND', 'QR code not found');
}
