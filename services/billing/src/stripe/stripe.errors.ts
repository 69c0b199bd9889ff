import { AppError } from '@linqr/platform/errors';
import Stripe from 'stripe';

const { errors } = Stripe;

/** Stripe knows no such object: deleted there, or made with another account's keys. */
export function isMissing(error: unknown): boolean {
  return error instanceof errors.StripeInvalidRequestError && error.code === 'resource_missing';
}

/** What Stripe answered, in words for the person who pays; the rest is for the log. */
export function toPaymentError(error: unknown, doing: string): unknown {
  if (!(error instanceof errors.StripeError)) return error;
  const internal = `${doing}: ${error.type} ${error.code ?? ''} ${error.statusCode ?? ''} ${error.requestId ?? ''}`.trim();
  if (error instanceof errors.StripeCardError)
    return new AppError('PAYMENT_FAILED', 'The payment did not go through. Please update the payment method and try again.', {
      internal,
      cause: error,
    });
  if (error instanceof errors.StripeAuthenticationError || error instanceof errors.StripePermissionError)
    return new AppError('BILLING_NOT_CONFIGURED', 'The payment provider does not accept the keys of this installation.', {
      internal,
      cause: error,
    });
  return new AppError('PART_UNAVAILABLE', 'The payment provider cannot be reached right now. Nothing was charged. Please try again.', {
    internal,
    cause: error,
    retryAfterSeconds: 5,
  });
}
