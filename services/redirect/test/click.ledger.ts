// What arrived on the bus, as the warehouse would count it: a batch id counts once, and must always carry the same bytes.
import { type EventBus, openBus, type Subscription } from '@linqr/platform/bus';
import { createLogger } from '@linqr/platform/logging';
import { ClickBatch, type RecordedClick } from '@linqr/proto/events/v1/click';

export class ClickLedger {
  readonly clicks = new Map<string, RecordedClick>();
  readonly batches = new Map<string, Buffer>();
  /** Deliveries of a batch that was there already. */
  repeated = 0;
  /** What must never happen. */
  readonly faults: string[] = [];

  private constructor(
    readonly bus: EventBus,
    private subscription: Subscription | undefined,
  ) {}

  static async open(busUrl: string): Promise<ClickLedger> {
    const bus = await openBus({ url: busUrl, clientId: 'ledger', logger: createLogger({ service: 'ledger', level: 'silent' }) });
    const ledger = new ClickLedger(bus, undefined);
    ledger.subscription = await bus.subscribe({
      group: 'ledger',
      topics: ['click.recorded.v1'],
      from: 'beginning',
      handler: async (records) => {
        for (const record of records) ledger.note(record.key, Buffer.from(record.value));
      },
    });
    return ledger;
  }

  async close(): Promise<void> {
    await this.subscription?.close();
    await this.bus.close();
  }

  private note(key: string, value: Buffer): void {
    const batch = ClickBatch.decode(value);
    const before = this.batches.get(batch.batchId);
    if (before) {
      this.repeated++;
      if (!before.equals(value)) this.faults.push(`batch ${batch.batchId} came with other bytes`);
      return;
    }
    this.batches.set(batch.batchId, value);
    if (!/^(\d|1[01])$/.test(key)) this.faults.push(`key ${key}`);
    for (const click of batch.clicks) {
      if (this.clicks.has(click.id)) this.faults.push(`click ${click.id} is in two batches`);
      this.clicks.set(click.id, click);
    }
  }
}
