import { newId } from '@linqr/platform/ids';
import { appendToOutbox } from '@linqr/platform/outbox';
import { WebhookChange, WebhookChanged } from '@linqr/proto/events/v1/webhook';
import type { DataSource, EntityManager } from 'typeorm';
import type { Attempt, ClaimedDelivery } from './delivery.js';
import type { Outcome } from './delivery.outcome.js';

const DAY_MS = 86_400_000;
/** Both must be so: a burst of clicks fails a thousand times in a minute, a quiet webhook once in a week. */
export const DISABLE_AFTER_MS = 5 * DAY_MS;
export const DISABLE_AFTER_FAILURES = 20;
/** Its owner is told before. */
export const WARN_AFTER_MS = DISABLE_AFTER_MS / 2;
const KEPT_ATTEMPTS = 20;

export const GONE = 'The receiver answered 410: it does not want to be called any more.';
export const FAILED_FOR_DAYS = 'Every delivery failed for five days.';

interface Health {
  workspace_id: string;
  owner_id: string;
  url: string;
  failures: number;
  failing_since: Date;
  warned: boolean;
}

/** Writes down what became of an attempt, and what that says about its endpoint. */
export class DeliverySettlement {
  constructor(private readonly database: DataSource) {}

  /** False: the lease had run out and somebody else has the delivery, so nothing is written. */
  async settle(delivery: ClaimedDelivery, outcome: Outcome, attempt: Attempt, now: Date): Promise<boolean> {
    if (outcome.kind === 'succeeded' && !delivery.doubtful) return this.record(this.database.manager, delivery, outcome, attempt, now);
    return this.database.transaction(async (manager) => {
      if (!(await this.record(manager, delivery, outcome, attempt, now))) return false;
      if (outcome.kind === 'succeeded') await this.proven(manager, delivery.endpointId);
      else await this.failed(manager, delivery.endpointId, outcome, now);
      return true;
    });
  }

  private async record(manager: EntityManager, delivery: ClaimedDelivery, outcome: Outcome, attempt: Attempt, now: Date): Promise<boolean> {
    const [, changed] = (await manager.query(
      `update deliveries
          set status = $3, claim = null, next_attempt_at = $4, finished_at = $5, response_status = $6, response_body = $7, error = $8,
              history = (case when jsonb_array_length(history) >= ${KEPT_ATTEMPTS} then history - 0 else history end) || $9::jsonb
        where id = $1 and claim = $2`,
      [
        delivery.id,
        delivery.claim,
        outcome.kind === 'again' ? 'pending' : outcome.kind,
        outcome.nextAttemptAt,
        outcome.kind === 'again' ? null : now,
        outcome.responseStatus,
        outcome.responseBody,
        outcome.error,
        JSON.stringify([attempt]),
      ],
    )) as [unknown, number];
    return changed > 0;
  }

  private async proven(manager: EntityManager, endpointId: string): Promise<void> {
    await manager.query(
      `update endpoints set failures = 0, failing_since = null, warned_at = null, held_until = null, proven = true
        where id = $1 and (failures > 0 or not proven)`,
      [endpointId],
    );
  }

  private async failed(manager: EntityManager, endpointId: string, outcome: Outcome, now: Date): Promise<void> {
    const [rows] = (await manager.query(
      `update endpoints set failures = failures + 1, failing_since = coalesce(failing_since, $2), held_until = greatest(held_until, $3)
        where id = $1 and disabled_at is null and deleted_at is null
       returning workspace_id, owner_id, url, failures, failing_since, warned_at is not null as warned`,
      [endpointId, now, outcome.holdUntil],
    )) as [Health[], number];
    const health = rows[0];
    if (!health) return;
    const failingMs = now.getTime() - health.failing_since.getTime();
    if (outcome.gone) await this.disable(manager, endpointId, health, GONE, now);
    else if (failingMs >= DISABLE_AFTER_MS && health.failures >= DISABLE_AFTER_FAILURES)
      await this.disable(manager, endpointId, health, FAILED_FOR_DAYS, now);
    else if (failingMs >= WARN_AFTER_MS && !health.warned) {
      await manager.query(`update endpoints set warned_at = $2 where id = $1`, [endpointId, now]);
      await tell(manager, WebhookChange.WEBHOOK_CHANGE_FAILING, endpointId, health, outcome.error, now);
    }
  }

  private async disable(manager: EntityManager, endpointId: string, health: Health, reason: string, now: Date): Promise<void> {
    await manager.query(`update endpoints set disabled_at = $2, disabled_reason = $3, updated_at = $2 where id = $1`, [
      endpointId,
      now,
      reason,
    ]);
    await tell(manager, WebhookChange.WEBHOOK_CHANGE_DISABLED, endpointId, health, reason, now);
  }
}

/** For whoever sends mail. */
async function tell(
  manager: EntityManager,
  change: WebhookChange,
  webhookId: string,
  { workspace_id, owner_id, url }: Health,
  reason: string,
  now: Date,
): Promise<void> {
  const occurredAtMs = now.getTime();
  const event = {
    eventId: newId('evt', occurredAtMs),
    occurredAtMs,
    change,
    webhookId,
    workspaceId: workspace_id,
    ownerId: owner_id,
    url,
    reason,
  };
  await appendToOutbox(manager, [{ topic: 'webhook.changed.v1', key: webhookId, value: WebhookChanged.encode(event).finish() }]);
}
