import { describe, expect, it } from '@jest/globals';
import { parseKafkaUrl } from './address.js';

describe('a Kafka URL', () => {
  it.each([
    ['kafka://127.0.0.1:9092', { brokers: ['127.0.0.1:9092'], ssl: false }],
    ['kafka://a.example:9092,b.example:9093/', { brokers: ['a.example:9092', 'b.example:9093'], ssl: false }],
    ['kafka://[::1]:9092?ssl=true', { brokers: ['[::1]:9092'], ssl: true }],
    [
      'kafka://me:p%40ss@a:1?ssl=true&sasl=scram-sha-512',
      { brokers: ['a:1'], ssl: true, sasl: { mechanism: 'scram-sha-512', username: 'me', password: 'p@ss' } },
    ],
    ['kafka://me:pass@a:1', { brokers: ['a:1'], ssl: false, sasl: { mechanism: 'plain', username: 'me', password: 'pass' } }],
  ])('%s', (url, address) => {
    expect(parseKafkaUrl(url)).toEqual(address);
  });

  it.each(['kafka://', 'kafka://host', 'kafka://a:1,b', 'http://a:1', 'kafka://me:secretpass@a:1?sasl=magic'])(
    'is refused without repeating a password: %s',
    (url) => {
      let message = '';
      try {
        parseKafkaUrl(url);
      } catch (error) {
        message = (error as Error).message;
      }
      expect(message).toMatch(/^the bus URL/);
      expect(message).not.toContain('secretpass');
    },
  );
});
