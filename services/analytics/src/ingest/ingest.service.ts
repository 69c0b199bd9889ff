// Bus to warehouse, exactly once. Every insert, in this order:
//
//   ledger says unseen → plan written (members, rows) → ledger asked again: ours alone → insert, token = the plan's group
//     → ClicksIngested published → group marked in the ledger → offsets committed (by the bus, when this resolves)
//
// A crash between any two of them, a lost answer or a torn insert leads to a delivery that finds the plan by any of its
// batches and carries it out again: the same rows under the same token, which ClickHouse applies once to the raw table and
// to every view. How deliveries are cut, and who gets which partition, does not matter. README.md goes through the cases.
import type { IncomingRecord } from '@linqr/platform/bus';
import type { Clock } from '@linqr/platform/clock';
import { newId } from '@linqr/platform/ids';
import type { Logger } from '@linqr/platform/logging';
import type { ClickBatch } from '@linqr/proto/events/v1/click';
import type { ErasedRepository } from '../erasure/erased.repository.js';
import { isRefusedData } from '../warehouse/warehouse.errors.js';
import type { Warehouse } from '../warehouse/warehouse.js';
import { decodeBatch, impossibleField } from './click.decoder.js';
import { type ClickRow, formatRow, parseRows } from './click.row.js';
import { type EnrichmentTables, enrich } from './click.steps.js';
import type { IngestMetrics } from './ingest.metrics.js';
import type { Submission } from './ingest.queue.js';
import type { IngestedPublisher } from './ingested.publisher.js';
import type { BatchState, LedgerRepository, Plan } from './ledger.repository.js';
import type { ReplayFilter } from './replay.filter.js';
import { isAsideId, poisonId, type SetAside } from './set-aside.js';

/** Stalled longer than this between question and insert: others may have gone on without us, the ledger must be asked again. */
const STALE_MS = 60_000;

export interface IngestParts {
  warehouse: Warehouse;
  ledger: LedgerRepository;
  setAside: SetAside;
  replayFilter: ReplayFilter;
  erased: Pick<ErasedRepository, 'among'>;
  publisher: IngestedPublisher;
  tables: EnrichmentTables;
  metrics: IngestMetrics;
  clock: Clock;
  logger: Logger;
}

/** A decoded record that is not in the warehouse yet. */
interface PendingBatch {
  record: IncomingRecord;
  batch: ClickBatch;
}

export class IngestService {
  constructor(private readonly parts: IngestParts) {}

  /** Resolves when every record is in the warehouse or set aside; rejects when all must be delivered again. */
  async ingest(submissions: readonly Submission[]): Promise<void> {
    const { ledger, metrics, clock } = this.parts;
    const startedAtMs = clock.now();
    const guard = () => {
      for (const { context } of submissions) if (!context.isActive()) throw new Error('a partition was taken away');
      if (clock.now() - startedAtMs > STALE_MS) throw new Error('stalled too long, the ledger has to be asked again');
    };
    guard();
    const { batches, poison, repeated } = metrics.timedNow('decode', () => decodeAll(submissions.flatMap(({ records }) => records)));
    const ids = [...batches.map(({ batch }) => batch.batchId), ...poison.map(({ record }) => poisonId(record))];
    const states = await metrics.timed('ledger', () => ledger.states(ids));
    const ingested = (id: string) => states.get(id)?.state === 'ingested';
    metrics.record('already_ingested', repeated + ids.filter(ingested).length);

    for (const { record, detail } of poison) if (!ingested(poisonId(record))) await this.setAsideRecord(record, detail);
    const pending = batches.filter(({ batch }) => !ingested(batch.batchId));
    const planned = new Set<string>();
    for (const { batch } of pending) {
      const state = states.get(batch.batchId);
      if (state) planned.add(state.groupId);
    }
    for (const groupId of planned) {
      guard();
      await this.finishPlan(groupId, pending);
    }
    const fresh = pending.filter(({ batch }) => !states.has(batch.batchId));
    if (fresh.length > 0) await this.planAndCarryOut(await this.withoutErased(fresh), guard);
  }

  private async planAndCarryOut(fresh: PendingBatch[], guard: () => void): Promise<void> {
    const { ledger, metrics } = this.parts;
    const rows: ClickRow[] = [];
    for (const pending of fresh) rows.push(...(await this.toRows(pending)));
    const plan: Plan = {
      groupId: newId('bat'),
      members: fresh.map(({ batch }) => batch.batchId),
      payload: metrics.timedNow('row', () => rows.map(formatRow).join('')),
      takenAtMs: fresh[0]!.record.timestampMs,
    };
    await metrics.timed('plan', () => ledger.writePlan(plan));
    const states = await metrics.timed('ledger', () => ledger.states(plan.members));
    const contested = plan.members.filter((id) => states.get(id)?.claims !== 1);
    if (contested.length > 0) throw new Error(`${contested.length} batches are planned elsewhere, the ledger has to be asked again`);
    guard();
    await this.carryOut(plan, rows, fresh);
  }

  /** Clicks of deleted accounts end here, however long they were on their way. */
  private async withoutErased(pending: PendingBatch[]): Promise<PendingBatch[]> {
    const { erased, metrics } = this.parts;
    const gone = await metrics.timed('erased', () =>
      erased.among(pending.flatMap(({ batch }) => batch.clicks.map((click) => click.workspaceId))),
    );
    if (gone.size === 0) return pending;
    return pending.map(({ record, batch }) => {
      const clicks = batch.clicks.filter((click) => !gone.has(click.workspaceId));
      metrics.click('erased', batch.clicks.length - clicks.length);
      return { record, batch: { ...batch, clicks } };
    });
  }

  /** A plan of an earlier delivery: its rows are not ours to choose any more. */
  private async finishPlan(groupId: string, present: readonly PendingBatch[]): Promise<void> {
    const { ledger } = this.parts;
    const plan = await ledger.planOf(groupId);
    // Finished elsewhere since we asked.
    if (!plan) throw new Error('a plan is gone, the ledger has to be asked again');
    const states = await ledger.states(plan.members);
    const elsewhere = new Set(plan.members.filter((id) => isIngestedBy(states.get(id), (group) => group !== groupId)));
    let rows = parseRows(plan.payload);
    const erased = await this.parts.erased.among(rows.map((row) => row.workspaceId));
    if (elsewhere.size > 0 || erased.size > 0) {
      rows = rows.filter((row) => !elsewhere.has(row.batchId) && !erased.has(row.workspaceId));
      plan.payload = rows.map(formatRow).join('');
    }
    await this.carryOut(plan, rows, present);
  }

  /** Insert, tell, mark. Safe to repeat from the start at any point. */
  private async carryOut(plan: Plan, rows: ClickRow[], present: readonly PendingBatch[]): Promise<void> {
    const { warehouse, ledger, publisher, metrics, clock } = this.parts;
    if (rows.length > 0) {
      try {
        await metrics.timed('insert', () => warehouse.insert({ table: 'clicks_raw_v1', token: plan.groupId, rows: plan.payload }));
      } catch (error) {
        if (!isRefusedData(error)) throw error;
        return this.setAsideRefused(plan, present, error);
      }
      metrics.inserted(rows, clock.now());
      await metrics.timed('publish', () => publisher.publish(rows));
    }
    await metrics.timed('mark', () => ledger.markIngested(plan.groupId, plan.members, plan.takenAtMs));
    metrics.record('ingested', plan.members.length);
  }

  /** Validates and enriches one batch; clicks that cannot be are set aside before anything of the batch is stored. */
  private async toRows({ record, batch }: PendingBatch): Promise<ClickRow[]> {
    const { metrics, setAside, replayFilter, tables, logger } = this.parts;
    let clicks = batch.clicks;
    const problems = metrics.timedNow('validate', () => clicks.map((click) => impossibleField(click, record.timestampMs)));
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
    await ledger.markIngested(poisonId(record), [], record.timestampMs);
    metrics.record('undecodable');
    logger.warn({ partition: record.partition, offset: record.offset, detail }, 'record set aside');
  }

  /** ClickHouse will never take these rows: their batches are spent, their clicks wait under new ids for the mended code. */
  private async setAsideRefused(plan: Plan, present: readonly PendingBatch[], error: unknown): Promise<void> {
    const { setAside, ledger, metrics, logger } = this.parts;
    const members = new Set(plan.members);
    const here = present.filter(({ batch }) => members.has(batch.batchId));
    for (const { record, batch } of here) await setAside.clicks(record, batch, batch.clicks, 'refused', (error as Error).message);
    // Members that another partition holds stay planned: their own delivery comes here, too.
    await ledger.markIngested(
      plan.groupId,
      here.map(({ batch }) => batch.batchId),
      plan.takenAtMs,
      { keepPlan: here.length < members.size },
    );
    metrics.record('refused', here.length);
    logger.error({ err: error, batches: here.length }, 'insert refused, batches set aside');
  }
}

const isIngestedBy = (state: BatchState | undefined, by: (group: string) => boolean) => state?.state === 'ingested' && by(state.groupId);

interface DecodedRecords {
  batches: PendingBatch[];
  poison: { record: IncomingRecord; detail: string }[];
  /** Records of a batch that is there already: an edge that published again. */
  repeated: number;
}

function decodeAll(records: readonly IncomingRecord[]): DecodedRecords {
  const batches = new Map<string, PendingBatch>();
  const poison: DecodedRecords['poison'] = [];
  let repeated = 0;
  for (const record of records) {
    const decoded = decodeBatch(record.value);
    if ('undecodable' in decoded) poison.push({ record, detail: decoded.undecodable });
    else if (batches.has(decoded.batch.batchId)) repeated++;
    else batches.set(decoded.batch.batchId, { record, batch: decoded.batch });
  }
  return { batches: [...batches.values()], poison, repeated };
}
