import type { Clock } from '@linqr/platform/clock';
import { Counter, type Registry } from '@linqr/platform/management';
import type { DataSource } from 'typeorm';
import type { ProviderEvent } from './provider-event.js';
import type { ProviderEventRepository } from './provider-event.repository.js';

export interface EventIntakeParts {
  database: DataSource;
  events: ProviderEventRepository;
  /** Throws for what is forged, changed or old. */
  verify: (payload: Uint8Array, signature: string) => ProviderEvent;
  /** A new event is stored. */
  wake: () => void;
  clock: Clock;
  registry: Registry;
}

/** Takes events in: verified, stored once by their id, and only then answered. */
export class EventIntake {
  private readonly received: Counter<'outcome'>;

  constructor(private readonly parts: EventIntakeParts) {
    this.received = new Counter({
      name: 'billing_provider_events_received_total',
      help: 'Calls of the payment provider with an event',
      labelNames: ['outcome'],
      registers: [parts.registry],
    });
  }

  async receive(payload: Uint8Array, signature: string): Promise<void> {
    const { database, events, verify, wake, clock } = this.parts;
    let event: ProviderEvent;
    try {
      event = verify(payload, signature);
    } catch (error) {
      this.received.inc({ outcome: 'refused' });
      throw error;
    }
    const isNew = await events.insert(database.manager, event, new Date(clock.now()));
    this.received.inc({ outcome: isNew ? 'stored' : 'repeated' });
    if (isNew) wake();
  }
}
