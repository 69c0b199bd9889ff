import { AppError } from '@linqr/platform/errors';

export const codeWrong = () =>
  new AppError('TWO_FACTOR_CODE_WRONG', 'That code is not right or was used already. Please enter the newest one.', {
    details: [{ field: 'code', message: 'That code is not right or was used already. Please enter the newest one.' }],
  });

export const challengeInvalid = () =>
  new AppError('SIGN_IN_CHALLENGE_INVALID', 'This sign-in took too long or too many attempts. Please start again.');

export const twoFactorOn = () => new AppError('CONFLICT', 'Two-factor authentication is on already.');

export const twoFactorOff = () => new AppError('CONFLICT', 'Two-factor authentication is off.');

export const notSetUp = () => new AppError('CONFLICT', 'Please start the setup again: there is no secret waiting for its first code.');
