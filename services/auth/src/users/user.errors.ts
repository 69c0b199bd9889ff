import { AppError } from '@linqr/platform/errors';

export const emailTaken = () =>
  new AppError('EMAIL_TAKEN', 'An account with this email already exists', {
    details: [{ field: 'email', message: 'An account with this email already exists' }],
  });

export const userNotFound = () => new AppError('USER_NOT_FOUND', 'There is no account with this email');

/** The actor's account is gone while their access token still lives. */
export const accountGone = () =>
  new AppError('SESSION_EXPIRED', 'Your session has ended. Please sign in again.', { internal: 'account deleted' });

export const accountDisabled = () =>
  new AppError('ACCOUNT_DISABLED', 'This account was closed by an administrator. Please contact whoever runs this Linqr installation.');

export const emailNotVerified = () => new AppError('EMAIL_NOT_VERIFIED', 'Please verify your email address first.');
