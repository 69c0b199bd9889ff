import { AppError } from '@linqr/platform/errors';

export const invalidCredentials = () => new AppError('INVALID_CREDENTIALS', 'Invalid email or password');

export const refreshTokenInvalid = (internal: string) =>
  new AppError('REFRESH_TOKEN_INVALID', 'Your session has ended. Please sign in again.', { internal });

export const refreshTokenReused = () =>
  new AppError('REFRESH_TOKEN_REUSED', 'Your session was ended because its sign-in was used twice. Please sign in again.');

export const sessionNotFound = () => new AppError('SESSION_NOT_FOUND', 'Session not found');

export const sessionActorRequired = () => new AppError('FORBIDDEN', 'Please sign in: an API key may not do this.');
