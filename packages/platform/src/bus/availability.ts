// What both adapters do while the bus does not answer.
import { AppError } from '../errors/index.js';
import type { Logger } from '../logging/index.js';
import { pause } from './backoff.js';
import type { BroadcastSubscription } from './port.js';

/** How long a subscriber waits for a bus that does not answer before it goes on and is attached later. */
const ATTACH_WAIT_MS = 5_000;

/** True once attached; false when that takes too long (it goes on in the background). */
export async function attachedInTime(attached: Promise<void>): Promise<boolean> {
  const waited = new AbortController();
  const inTime = await Promise.race([attached.then(() => true), pause(ATTACH_WAIT_MS, waited.signal).then(() => false)]);
  waited.abort();
  return inTime;
}

/** A subscriber's own failure is logged and does not keep the bus from going on. */
export function callOnGap({ topics, onGap }: BroadcastSubscription, logger: Logger): void {
  logger.warn({ topics }, 'broadcast records may have been missed');
  try {
    onGap?.();
  } catch (error) {
    logger.error({ err: error, topics }, 'onGap failed');
  }
}

export function unavailable(internal: string, cause?: unknown): AppError {
  return new AppError('PART_UNAVAILABLE', 'The event bus does not answer. Please try again shortly.', {
    internal,
    cause,
    retryAfterSeconds: 1,
  });
}
