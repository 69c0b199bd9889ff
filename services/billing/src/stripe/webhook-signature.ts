import type { Clock } from '@linqr/platform/clock';
import { AppError } from '@linqr/platform/errors';
import type Stripe from 'stripe';
import { z } from 'zod';
import type { ProviderEvent } from '../payments/provider-event.js';

/** Older ones are refused: somebody plays back what they once overheard. */
const TOLERANCE_SECONDS = 300;

const eventSchema = z.object({
  id: z.string().regex(/^[\w-]{1,255}$/),
  type: z.string().regex(/^[\w.]{1,100}$/),
  created: z.number().int().min(0).max(253_402_300_799),
  data: z.object({
    object: z.object({
      object: z.string().optional(),
      id: z.string().max(255).optional(),
      customer: z.union([z.string().max(255), z.object({ id: z.string().max(255) })]).nullish(),
    }),
  }),
});

const refused = (internal: string) =>
  new AppError('WEBHOOK_SIGNATURE_INVALID', 'The signature of this event does not match, or the event is too old.', { internal });

/**
 * Checks the bytes as they came against any of the secrets (two while one is rolled) and reads which event it is.
 * WEBHOOK_SIGNATURE_INVALID for forged, changed and old ones; BODY_MALFORMED for what is signed and still no event.
 */
export function verifyEvent(stripe: Stripe, payload: Uint8Array, header: string, secrets: readonly string[], clock: Clock): ProviderEvent {
  // Buffer.from without a copy: the library takes Buffers for bytes and anything else for text.
  const bytes = Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength);
  let reason = 'no secret';
  const genuine = secrets.some((secret) => {
    try {
      return stripe.webhooks.signature!.verifyHeader(bytes, header, secret, TOLERANCE_SECONDS, undefined, clock.now());
    } catch (error) {
      reason = (error as Error).message.split('\n')[0] ?? '';
      return false;
    }
  });
  if (!genuine) throw refused(reason);
  let json: unknown;
  try {
    json = JSON.parse(bytes.toString('utf8'));
  } catch {
    json = undefined;
  }
  const parsed = eventSchema.safeParse(json);
  if (!parsed.success) throw new AppError('BODY_MALFORMED', 'This is not an event of the payment provider.');
  const { id, type, created, data } = parsed.data;
  const { object, id: objectId, customer } = data.object;
  const customerId = object === 'customer' ? (objectId ?? '') : typeof customer === 'string' ? customer : (customer?.id ?? '');
  return { id, type, customerId, happenedAt: new Date(created * 1_000) };
}
