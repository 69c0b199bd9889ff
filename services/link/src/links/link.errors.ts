import { AppError } from '@linqr/platform/errors';

/** The same for an id that never was, a deleted one and another workspace's. */
export function linkNotFound(): AppError {
  return new AppError('LINK_NOT_FOUND', 'Link not found');
}

export function aliasTaken(): AppError {
  const message = 'That alias is already taken';
  return new AppError('LINK_ALIAS_TAKEN', message, { details: [{ field: 'customAlias', message }] });
}

export function linkGone(): AppError {
  return new AppError('LINK_GONE', 'This link is no longer available.');
}
