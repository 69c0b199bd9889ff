import { toAppError } from '@linqr/platform/errors';
import type { Logger } from '@linqr/platform/logging';
import { CountedEntity, type EntityCount } from '@linqr/proto/analytics/v1/analytics';
import type { Services } from '../clients.js';

const ZERO = { clicks: 0, uniqueClicks: 0, sparkline: new Array<number>(14).fill(0) };

/** Click counts beside what another service lists. Without analytics the list still stands, with no counts claimed. */
export async function countsOf(
  services: Services,
  logger: Logger,
  entity: CountedEntity,
  ids: string[],
): Promise<(id: string) => EntityCount | undefined> {
  if (ids.length === 0) return () => undefined;
  try {
    const { counts } = await services.analytics.getCounts({ entity, ids }, { timeoutMs: 3_000 });
    const byId = new Map(counts.map((c) => [c.id, c]));
    return (id) => byId.get(id) ?? { id, ...ZERO };
  } catch (error) {
    logger.warn({ code: toAppError(error).code, internal: toAppError(error).internal }, 'counts are unavailable');
    return () => undefined;
  }
}
