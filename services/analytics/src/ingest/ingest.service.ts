// Bus to warehouse, exactly once. For every insert, in this order:
//
//   ledger says unseen → plan persisted (only when batches share the insert) → insert with the plan's token
//     → ClicksIngested published → batches marked in the ledger → offsets committed (by the bus, when this resolves)
//
// A crash between any two of them, a lost answer, a torn insert or a second consumer leads to the same step again with the
// same rows under the same token, which ClickHouse applies once to the raw table and to every view. docs: README.md.
import type { BatchContext, IncomingRecord } from '@linqr/platform/bus';
import type { Clock } from '@linqr/platform/clock';
import { newId } from '@linqr/platform/ids';
import type { Logger } from '@linqr/platform/logging';
import { isRefusedData } from '../warehouse/warehouse.errors.js';
import type { Warehouse } from '../warehouse/warehouse.js';
import { decodeBatch, impossibleField } from './click.decoder.js';
import { type ClickRow, formatRow, parseRows } from './click.row.js';
import { type EnrichmentTables, enrich } from './click.steps.js';
import type { IngestMetrics } from './ingest.metrics.js';
import { nextInsert, type PendingBatch, slices } from './ingest.plan.js';
import type { IngestedPublisher } from './ingested.publisher.js';
import type { LedgerRepository, Plan } from './ledger.repository.js';
import type { ReplayFilter } from './replay.filter.js';
import { isAsideId, poisonId, type SetAside } from './set-aside.js';
import type { Slots } from './slots.js';

/** A member stalled longer than this between question and insert asks the ledger again: others may have gone on without it. */
const STALE_MS = 60_000;

export interface IngestParts {
  warehouse: Warehouse;
  ledger: LedgerRepository;
  setAside: SetAside;
  replayFilter: ReplayFilter;
  publisher: IngestedPublisher;
  tables: EnrichmentTables;
  metrics: IngestMetrics;
  slots: Slots;
  clock: Clock;
  logger: Logger;
}

export class IngestService {
  constructor(private readonly parts: IngestParts) {}

  /** Resolves when every record is in the warehouse or set aside; rejects when the bus must deliver them again. */
  async ingest(records: IncomingRecord[], context: BatchContext): Promise<void> {
    for (const slice of slices(records)) await this.parts.slots.run(() => this.ingestSlice(slice, context));
  }

  private async ingestSlice(records: IncomingRecord[], context: BatchContext): Promise<void> {
    const { ledger, metrics, clock } = this.parts;
    const started = performance.now();
    const { batches, poison } = decodeAll(records);
    metrics.step('decode', (performance.now() - started) / 1_000);

    const askedAtMs = clock.now();
    const ids = [...batches.map(({ batch }) => batch.batchId), ...poison.map(({ record }) => poisonId(record))];
    const states = await metrics.timed('ledger', () => ledger.states(ids));
    metrics.record('already_ingested', records.length - new Set(ids).size + ids.filter((id) => states.get(id) === 'ingested').length);

    for (const { record, detail } of poison) if (!states.has(poisonId(record))) await this.setAsideRecord(record, detail);

    let pending = batches.filter(({ batch }) => states.get(batch.batchId) !== 'ingested');
    const settle = (done: ReadonlySet<string>) => {
      pending = pending.filter(({ batch }) => !done.has(batch.batchId));
    };
    const guard = async () => {
      if (!context.isActive()) throw new Error('the partition was taken away');
      if (clock.now() - askedAtMs > STALE_MS) throw new Error('stalled too long, the ledger has to be asked again');
      await context.heartbeat();
    };
    // Plans of an earlier delivery first: their boundaries are not ours to choose any more.
    for (const { batch } of [...pending]) {
      if (states.get(batch.batchId) !== 'planned') continue;
      const plan = await ledger.planOf(batch.batchId);
      if (!plan) throw new Error('a plan was completed elsewhere meanwhile, the ledger has to be asked again');
      await guard();
      settle(await this.carryOut(plan, parseRows(plan.payload), pending));
    }
    while (pending.length > 0) {
      const { alone, batches: chosen } = nextInsert(pending);
      await guard();
      settle(await (alone ? this.ingestAlone(chosen[0]!) : this.ingestTogether(chosen, guard)));
    }
  }

  /** A large batch: its own id is the token, nothing to agree on. */
  private async ingestAlone(pending: PendingBatch): Promise<ReadonlySet<string>> {
    const rows = await this.toRows(pending);
    const { batchId } = pending.batch;
    const plan = { groupId: batchId, members: [batchId], payload: rows.map(formatRow).join(''), takenAtMs: pending.record.timestampMs };
    return this.carryOut(plan, rows, [pending]);
  }

  /** Small batches: persist who goes together and with which rows, then do exactly that. */
  private async ingestTogether(chosen: PendingBatch[], guard: () => Promise<void>): Promise<ReadonlySet<string>> {
    const { ledger, metrics } = this.parts;
    const rows: ClickRow[] = [];
    for (const pending of chosen) rows.push(...(await this.toRows(pending)));
    const own: Plan = {
      groupId: newId('bat'),
      members: chosen.map(({ batch }) => batch.batchId),
      payload: rows.map(formatRow).join(''),
      takenAtMs: chosen[0]!.record.timestampMs,
    };
    const plan = await metrics.timed('plan', () => ledger.plan(own, rows.length));
    if (plan === own) {
      await guard();
      return this.carryOut(own, rows, chosen);
    }
    // Another consumer planned from the same first batch. Done already, or to be done its way.
    const members = plan?.members ?? own.members;
    const states = await ledger.states(members);
    if (states.get(own.members[0]!) === 'ingested') return new Set(members.filter((id) => states.get(id) === 'ingested'));
    if (!plan) throw new Error('a plan could not be read back');
    await guard();
    return this.carryOut(plan, parseRows(plan.payload), chosen);
  }

  /** Insert, tell, mark. Safe to repeat from the start at any point. Answers with the batches that need nothing more. */
  private async carryOut(plan: Plan, rows: ClickRow[], present: readonly PendingBatch[]): Promise<ReadonlySet<string>> {
    const { warehouse, ledger, publisher, metrics, clock } = this.parts;
    if (rows.length > 0) {
      try {
        await metrics.timed('insert', () => warehouse.insert({ table: 'clicks_raw_v1', token: plan.groupId, rows: plan.payload }));
      } catch (error) {
        if (!isRefusedData(error)) throw error;
        return this.setAsideRefused(plan, present, error);
      }
      metrics.inserted(
        rows.length,
        rows.reduce((youngest, row) => Math.max(youngest, row.clickedAtMs), 0),
        clock.now(),
      );
      await metrics.timed('publish', () => publisher.publish(rows));
    }
    await metrics.timed('mark', () => ledger.markIngested(plan.groupId, plan.members, plan.takenAtMs));
    const bots = rows.filter((row) => row.isBot).length;
    metrics.click('bot', bots);
    metrics.click('human', rows.length - bots);
    const members = new Set(plan.members);
    const empty = present.filter(({ batch }) => members.has(batch.batchId) && batch.clicks.length === 0).length;
    metrics.record('empty', empty);
    metrics.record('ingested', plan.members.length - empty);
    return members;
  }

  /** Validates and enriches one batch; clicks that cannot be are set aside before anything of the batch is stored. */
  private async toRows({ record, batch }: PendingBatch): Promise<ClickRow[]> {
    const { metrics, setAside, replayFilter, tables, logger } = this.parts;
    let clicks = batch.clicks;
    const problems = clicks.map((click) => impossibleField(click, record.timestampMs));
    const impossible = clicks.filter((_, i) => problems[i] !== undefined);
    if (impossible.length > 0) {
      const fields = [...new Set(problems.filter((field) => field !== undefined))].join(', ');
      await setAside.clicks(record, batch, impossible, 'impossible', fields);
      metrics.click('impossible', impossible.length);
      logger.warn({ batchId: batch.batchId, clicks: impossible.length, fields }, 'clicks set aside');
      clicks = clicks.filter((_, i) => problems[i] === undefined);
    }
    if (isAsideId(batch.batchId)) clicks = await replayFilter.unseen(clicks);
    return enrich(clicks, batch.batchId, tables, metrics.step);
  }

  private async setAsideRecord(record: IncomingRecord, detail: string): Promise<void> {
    const { setAside, ledger, metrics, logger } = this.parts;
    await setAside.record(record, detail);
    await ledger.markIngested(poisonId(record), [poisonId(record)], record.timestampMs);
    metrics.record('undecodable');
    logger.warn({ partition: record.partition, offset: record.offset, detail }, 'record set aside');
  }

  /** ClickHouse will never take these rows: their batches are spent, their clicks wait under new ids for the mended code. */
  private async setAsideRefused(plan: Plan, present: readonly PendingBatch[], error: unknown): Promise<ReadonlySet<string>> {
    const { setAside, ledger, metrics, logger } = this.parts;
    const members = new Set(plan.members);
    const refused = present.filter(({ batch }) => members.has(batch.batchId));
    for (const { record, batch } of refused) await setAside.clicks(record, batch, batch.clicks, 'refused', (error as Error).message);
    const ids = refused.map(({ batch }) => batch.batchId);
    await ledger.markIngested(`refused-${ids[0]}`, ids, plan.takenAtMs);
    metrics.record('refused', ids.length);
    logger.error({ err: error, batches: ids.length }, 'insert refused, batches set aside');
    return new Set(ids);
  }
}

/** A batch that is there twice (an edge that published again) counts once. */
function decodeAll(records: readonly IncomingRecord[]): { batches: PendingBatch[]; poison: { record: IncomingRecord; detail: string }[] } {
  const batches = new Map<string, PendingBatch>();
  const poison: { record: IncomingRecord; detail: string }[] = [];
  for (const record of records) {
    const decoded = decodeBatch(record.value);
    if ('undecodable' in decoded) poison.push({ record, detail: decoded.undecodable });
    else if (!batches.has(decoded.batch.batchId)) batches.set(decoded.batch.batchId, { record, batch: decoded.batch });
  }
  return { batches: [...batches.values()], poison };
}
