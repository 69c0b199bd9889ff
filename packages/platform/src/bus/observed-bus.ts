// Spans and figures of what goes to and comes from the bus, whichever adapter it is.
import type { Registry } from '../management/index.js';
import { isSampled, isTracing, traced } from '../tracing/index.js';
import { BusMetrics } from './bus.metrics.js';
import type { BroadcastSubscription, EventBus, GroupSubscription, IncomingRecord, OutgoingRecord, Topic } from './port.js';

const HEADER = 'traceparent';

/** The same bus with a producer span a publish and a consumer span a batch, linked to the traces of all its records. */
export function observedBus(bus: EventBus, registry?: Registry): EventBus {
  const metrics = registry ? new BusMetrics(bus, registry) : undefined;
  return {
    publish: (topic, records) => (isTracing() ? publish(bus, topic, records) : bus.publish(topic, records)),
    subscribe: (subscription) => {
      metrics?.consumes(subscription.group, subscription.topics);
      return bus.subscribe(tracedSubscription(subscription));
    },
    broadcast: (subscription: BroadcastSubscription) => bus.broadcast(subscription),
    lag: (group, topics) => bus.lag(group, topics),
    stalledMs: () => bus.stalledMs(),
    ping: () => bus.ping(),
    close: () => bus.close(),
  };
}

function publish(bus: EventBus, topic: Topic, records: OutgoingRecord[]): Promise<void> {
  const sampled = tracesOf(records);
  return traced(
    `publish ${topic}`,
    {
      kind: 'producer',
      parent: sampled[0],
      links: sampled.slice(1),
      attributes: { ...ABOUT(topic), 'messaging.batch.message_count': records.length },
    },
    () => bus.publish(topic, records),
  );
}

function tracedSubscription(subscription: GroupSubscription): GroupSubscription {
  return {
    ...subscription,
    handler: (records, context) => {
      const sampled = isTracing() ? tracesOf(records) : [];
      if (sampled.length === 0) return subscription.handler(records, context);
      return traced(
        `process ${context.topic}`,
        {
          kind: 'consumer',
          parent: sampled[0],
          links: sampled,
          attributes: {
            ...ABOUT(context.topic),
            'messaging.consumer.group.name': subscription.group,
            'messaging.batch.message_count': records.length,
          },
        },
        () => subscription.handler(records, context),
      );
    },
  };
}

const ABOUT = (topic: Topic) => ({ 'messaging.system': 'linqr-bus', 'messaging.destination.name': topic });

/** Traceparents of the records that are recorded, each once. */
function tracesOf(records: (OutgoingRecord | IncomingRecord)[]): string[] {
  const found = new Set<string>();
  for (const { headers } of records) {
    const traceparent = headers?.[HEADER];
    if (isSampled(traceparent)) found.add(traceparent!);
  }
  return [...found];
}
