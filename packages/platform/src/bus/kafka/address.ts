import type { SASLOptions } from 'kafkajs';

export interface KafkaAddress {
  brokers: string[];
  ssl: boolean;
  sasl?: SASLOptions;
}

const MECHANISMS = ['plain', 'scram-sha-256', 'scram-sha-512'] as const;

/**
 * Reads kafka://[user:password@]host:port[,host:port…][?ssl=true][&sasl=plain|scram-sha-256|scram-sha-512]. Throws a
 * sentence for the operator that never repeats the password.
 */
export function parseKafkaUrl(url: string): KafkaAddress {
  // Not new URL(): it takes no list of hosts.
  const match = /^kafka:\/\/(?:([^:@/]+):([^@/]+)@)?([^/?]+)\/?(?:\?(.*))?$/.exec(url);
  const brokers = match?.[3]?.split(',') ?? [];
  if (brokers.length === 0 || !brokers.every((b) => /^(\[[0-9a-f:]+\]|[^:\s]+):\d{1,5}$/i.test(b)))
    throw new Error('the bus URL must be kafka://host:port[,host:port…][?ssl=true]');
  const query = new URLSearchParams(match![4] ?? '');
  const address: KafkaAddress = { brokers, ssl: query.get('ssl') === 'true' };
  if (match![1] && match![2]) {
    const mechanism = MECHANISMS.find((m) => m === (query.get('sasl') ?? 'plain'));
    if (!mechanism) throw new Error(`the bus URL's sasl must be one of ${MECHANISMS.join(', ')}`);
    address.sasl = { mechanism, username: decodeURIComponent(match![1]), password: decodeURIComponent(match![2]) } as SASLOptions;
  }
  return address;
}
