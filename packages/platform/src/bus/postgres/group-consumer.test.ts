import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fairShare } from './group-consumer.js';
import { parseNews } from './news.js';

describe('shares of a topic', () => {
  it('add up to all partitions and differ by at most one, for any number of members', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 64 }), fc.integer({ min: 1, max: 40 }), fc.string(), (partitions, members, topic) => {
        const shares = Array.from({ length: members }, (_, rank) => fairShare(partitions, members, rank, topic));
        expect(shares.reduce((a, b) => a + b, 0)).toBe(partitions);
        expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('news between processes', () => {
  it('are read as they are written', () => {
    expect(parseNews('r:link.changed.v1:0=12,5=7')).toEqual({
      topic: 'link.changed.v1',
      heads: new Map([
        [0, 12],
        [5, 7],
      ]),
    });
    expect(parseNews('g:analytics:clicks')).toEqual({ group: 'analytics:clicks' });
  });

  it.each([
    '',
    'r',
    'r:',
    'r:link.changed.v1',
    'r:no.such:0=1',
    'r:link.changed.v1:x=1',
    'r:link.changed.v1:1',
    'x:y:z',
    'r:constructor:0=1',
  ])('that make no sense are ignored: %j', (payload) => {
    expect(parseNews(payload)).toBeUndefined();
  });
});
