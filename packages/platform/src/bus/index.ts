// The event bus: one port, two adapters, chosen by the scheme of BUS_URL.
import type { Logger } from '../logging/index.js';
import type { Registry } from '../management/index.js';
import { observedBus } from './observed-bus.js';
import type { EventBus } from './port.js';

export * from './port.js';

export interface BusOptions {
  /** kafka://host:port[,host:port…][?ssl=true] or postgres://… */
  url: string;
  /** The deployable's name: Kafka's client id, PostgreSQL's application name. */
  clientId: string;
  logger: Logger;
  /** Where lag and progress of its consumer groups are shown; not given: nowhere. */
  registry?: Registry;
}

/** Connects lazily: the bus being down at start is an unready process, not a crashed one. */
export async function openBus(options: BusOptions): Promise<EventBus> {
  if (options.url.startsWith('kafka:')) {
    const { KafkaBus } = await import('./kafka/kafka-bus.js');
    return observedBus(new KafkaBus(options), options.registry);
  }
  const { PostgresBus } = await import('./postgres/postgres-bus.js');
  return observedBus(new PostgresBus(options), options.registry);
}
