import type { Clock } from '@linqr/platform/clock';
import type { SecretBox } from '@linqr/platform/secrets';
import { NoAnswer } from '../outbound/outbound.errors.js';
import { type OutboundOptions, post } from '../outbound/outbound-post.js';
import { sign } from '../signatures/signature.js';
import type { ClaimedDelivery } from './delivery.js';
import type { Result } from './delivery.outcome.js';

/** Signs and sends one delivery. */
export class DeliverySender {
  constructor(
    private readonly secrets: SecretBox,
    private readonly outbound: OutboundOptions,
    private readonly clock: Clock,
  ) {}

  /** Rejects only for faults of ours. */
  async send(delivery: ClaimedDelivery): Promise<Result> {
    const secrets = delivery.sealedSecrets.map((sealed) => this.secrets.open(sealed, delivery.endpointId));
    const opened = secrets.filter((secret) => secret !== undefined);
    // Unsigned it would be worth nothing; the operator put the wrong key.
    if (opened.length === 0) return { noAnswer: 'The signing secret cannot be read. Please rotate it.' };
    // Of this attempt: a receiver refuses what is older than five minutes.
    const timestamp = Math.floor(this.clock.now() / 1_000);
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Linqr-Webhooks/1 (+https://www.standardwebhooks.com)',
      accept: '*/*',
      'webhook-id': delivery.eventId,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': sign(opened, delivery.eventId, timestamp, delivery.body),
    };
    try {
      return await post(new URL(delivery.url), headers, Buffer.from(delivery.body), this.outbound);
    } catch (error) {
      if (error instanceof NoAnswer) return { noAnswer: error.message };
      throw error;
    }
  }
}
