import { AppError } from '@linqr/platform/errors';

export const providerNotConfigured = () =>
  new AppError('PROVIDER_NOT_CONFIGURED', 'This sign-in is coming soon: the operator has not configured it.');

export const providerFailed = (internal: string, cause?: unknown) =>
  new AppError('PROVIDER_SIGN_IN_FAILED', 'The sign-in did not work. Please try again.', { internal, cause });

export const providerEmailUnverified = (name: string) =>
  new AppError('PROVIDER_EMAIL_UNVERIFIED', `Please verify your email address at ${name} first, then try again.`);

export const identityTaken = (name: string) =>
  new AppError('IDENTITY_TAKEN', `That ${name} account is connected to another account, or yours is connected to another one of ${name}.`);

export const identityNotFound = () => new AppError('IDENTITY_NOT_FOUND', 'That sign-in is not connected to your account.');

export const connectionInvalid = () =>
  new AppError(
    'CONNECTION_INVALID',
    'The connection waited too long, or belongs to another account. Please start it again in your settings.',
  );
