import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { headerSafeDestination, withVisitQuery } from './destination.js';

describe('a stored destination', () => {
  test.each([
    ['https://e.example/a?b=c#d', 'https://e.example/a?b=c#d'],
    ['http://e.example', 'http://e.example'],
    ['https://e.example/ü b', 'https://e.example/%C3%BC%20b'],
    ['https://münchen.example/', 'https://xn--mnchen-3ya.example/'],
    ['https://e.example/\r\nSet-Cookie: a=b', 'https://e.example/Set-Cookie:%20a=b'],
    ['javascript:alert(1)', undefined],
    ['data:text/html,x', undefined],
    ['//e.example', undefined],
    ['', undefined],
  ])('%j goes out as %j', (stored, sent) => {
    expect(headerSafeDestination(stored)).toBe(sent);
  });

  test('never carries a control character, whatever is stored', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webUrl(),
          fc.string({ unit: 'binary' }).map((s) => `https://e.example/${s}`),
        ),
        (stored) => {
          const sent = headerSafeDestination(stored);
          expect(sent === undefined || /^https?:[\x21-\x7e]+$/i.test(sent)).toBe(true);
        },
      ),
    );
  });
});

describe("a visit's query", () => {
  test.each([
    ['https://e.example/', 'a=1', 'https://e.example/?a=1'],
    ['https://e.example/?x=1', 'a=1', 'https://e.example/?x=1&a=1'],
    ['https://e.example/?', 'a=1', 'https://e.example/?a=1'],
    ['https://e.example/#top', 'a=1', 'https://e.example/?a=1#top'],
    ['https://e.example/?x=1#top', 'a=1&b=2', 'https://e.example/?x=1&a=1&b=2#top'],
    ['https://e.example/?url=ours', 'url=theirs', 'https://e.example/?url=ours'],
    ['https://e.example/?url=ours', '%75rl=theirs&b=2', 'https://e.example/?url=ours&b=2'],
    ['https://e.example/?a+b=1', 'a%20b=2', 'https://e.example/?a+b=1'],
    ['https://e.example/', '', 'https://e.example/'],
    ['https://e.example/', '&&=x&', 'https://e.example/'],
    ['https://e.example/', '%zz=1&ok=1', 'https://e.example/?ok=1'],
    ['https://e.example/', 'a=<script>"', 'https://e.example/?a=%3Cscript%3E%22'],
    ['https://e.example/', 'a=%0d%0aX:y', 'https://e.example/?a=%0d%0aX:y'],
    ['https://e.example/', `a=${'x'.repeat(9000)}`, 'https://e.example/'],
  ])('%s with %s leads to %s', (stored, query, location) => {
    expect(withVisitQuery(stored, query)).toBe(location);
  });

  test('never changes where the redirect goes', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), fc.string({ unit: 'binary-ascii' }), (stored, query) => {
        const own = new URL(stored);
        const location = withVisitQuery(stored, query);
        expect(location).not.toMatch(/[^\x21-\x7e]/);
        const to = new URL(location);
        expect([to.origin, to.pathname, to.hash]).toEqual([own.origin, own.pathname, own.hash]);
        for (const [name, value] of own.searchParams) expect(to.searchParams.getAll(name)).toContain(value);
        for (const name of own.searchParams.keys()) expect(to.searchParams.getAll(name)).toEqual(own.searchParams.getAll(name));
      }),
    );
  });
});
