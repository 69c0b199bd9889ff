import { AppError } from '@linqr/platform/errors';

/** The same for an id that never was, a deleted one and another workspace's. */
export function webhookNotFound(): AppError {
  return new AppError('WEBHOOK_NOT_FOUND', 'Webhook not found');
}

export function webhookDisabled(): AppError {
  return new AppError('CONFLICT', 'This webhook is disabled. Please enable it first.');
}
