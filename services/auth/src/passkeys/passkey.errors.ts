import { AppError } from '@linqr/platform/errors';

export const passkeyRefused = (internal: string, cause?: unknown) =>
  new AppError('PASSKEY_INVALID', 'This passkey could not be verified. Please try again.', { internal, cause });

export const passkeyNotFound = () => new AppError('PASSKEY_NOT_FOUND', 'There is no such passkey in your account.');

export const passkeyExists = () => new AppError('CONFLICT', 'This passkey is registered already.');

export const tooManyPasskeys = (max: number) => new AppError('CONFLICT', `An account can have ${max} passkeys. Please remove one first.`);
