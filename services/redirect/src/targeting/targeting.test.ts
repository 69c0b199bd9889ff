import { describe, expect, test } from '@jest/globals';
import { RecordedClick } from '@linqr/proto/events/v1/click';
import type { RuleCondition, Variant } from '@linqr/proto/link/v1/link';
import fc from 'fast-check';
import { choose, needsCountry, packTargeting, readTargeting, type VisitTraits } from './targeting.js';

const condition = (over: Partial<RuleCondition>): RuleCondition => ({
  field: 'device',
  operator: 'is',
  values: [],
  key: '',
  from: '',
  to: '',
  timeZone: '',
  ...over,
});
const somebody: VisitTraits = {
  country: 'DE',
  device: 'mobile',
  os: 'ios',
  browser: 'safari',
  language: 'de-at',
  parameter: (name) => ({ ref: ['news', 'mail'], empty: [''] })[name] ?? [],
  visitorHash: 0,
};
const nobody: VisitTraits = { country: '', device: '', os: '', browser: '', language: '', parameter: () => [], visitorHash: 0 };
const rule = (id: string, ...conditions: RuleCondition[]) => ({ id, name: '', conditions, destination: `https://${id}.example/` });
const targeting = (rules: ReturnType<typeof rule>[], variants: Variant[] = []) => readTargeting(packTargeting(rules, variants));
const meets = (it: RuleCondition, traits: VisitTraits, nowMs = 0) => choose(targeting([rule('r', it)]), traits, nowMs) !== undefined;

describe('a condition', () => {
  test.each<[string, Partial<RuleCondition>, boolean]>([
    ['country', { field: 'country', values: ['AT', 'DE'] }, true],
    ['another country', { field: 'country', values: ['AT'] }, false],
    ['device', { field: 'device', values: ['mobile'] }, true],
    ['os', { field: 'os', values: ['android', 'ios'] }, true],
    ['browser', { field: 'browser', values: ['chrome'] }, false],
    ['language and its regions', { field: 'language', values: ['de'] }, true],
    ['this region', { field: 'language', values: ['de-at'] }, true],
    ['another region', { field: 'language', values: ['de-ch'] }, false],
    ['a language that begins alike', { field: 'language', values: ['d'] }, false],
    ['parameter that is there', { field: 'query', key: 'ref' }, true],
    ['parameter that is there and empty', { field: 'query', key: 'empty' }, true],
    ['parameter that is not', { field: 'query', key: 'x' }, false],
    ['any value of a parameter', { field: 'query', key: 'ref', values: ['mail'] }, true],
    ['another value', { field: 'query', key: 'ref', values: ['Mail'] }, false],
  ])('on %s is met as it should be, and so is its opposite', (_, it, met) => {
    expect(meets(condition(it), somebody)).toBe(met);
    expect(meets(condition({ ...it, operator: 'isNot' }), somebody)).toBe(!met);
  });

  test.each(['country', 'device', 'os', 'browser', 'language'])('on a %s that is unknown meets no "is" and every "isNot"', (field) => {
    expect(meets(condition({ field, values: ['de'] }), nobody)).toBe(false);
    expect(meets(condition({ field, values: ['de'], operator: 'isNot' }), nobody)).toBe(true);
  });

  test.each([
    condition({ field: 'weather' }),
    condition({ operator: 'contains', values: ['mobile'] }),
    condition({ field: 'time', timeZone: 'Mars/Olympus', from: '00:00', to: '12:00' }),
  ])('that this edge does not know is never met (case %#)', (it) => {
    expect(meets(it, somebody)).toBe(false);
  });

  // 2026-11-21 is a Saturday.
  test.each<[string, Partial<RuleCondition>, string, boolean]>([
    ['at the first minute', { from: '09:00', to: '17:00' }, '2026-11-21T09:00:00Z', true],
    ['before it', { from: '09:00', to: '17:00' }, '2026-11-21T08:59:59Z', false],
    ['at the last', { from: '09:00', to: '17:00' }, '2026-11-21T16:59:59Z', true],
    ['at its end', { from: '09:00', to: '17:00' }, '2026-11-21T17:00:00Z', false],
    ['in another zone', { from: '09:00', to: '17:00', timeZone: 'America/New_York' }, '2026-11-21T14:00:00Z', true],
    ['in another zone too early', { from: '09:00', to: '17:00', timeZone: 'America/New_York' }, '2026-11-21T13:59:00Z', false],
    ['in summer time', { from: '09:00', to: '10:00', timeZone: 'Europe/Berlin' }, '2026-07-01T07:30:00Z', true],
    ['in winter time', { from: '09:00', to: '10:00', timeZone: 'Europe/Berlin' }, '2026-12-01T08:30:00Z', true],
    ['in a zone of quarter hours', { from: '05:45', to: '05:46', timeZone: 'Asia/Kathmandu' }, '2026-01-01T00:00:00Z', true],
    ['over midnight, before it', { from: '22:00', to: '06:00' }, '2026-11-21T23:00:00Z', true],
    ['over midnight, after it', { from: '22:00', to: '06:00' }, '2026-11-21T05:59:00Z', true],
    ['over midnight, at noon', { from: '22:00', to: '06:00' }, '2026-11-21T12:00:00Z', false],
    ['on its day', { values: ['sat'] }, '2026-11-21T12:00:00Z', true],
    ['on another day', { values: ['sun', 'mon'] }, '2026-11-21T12:00:00Z', false],
    ['on its day there', { values: ['sun'], timeZone: 'Pacific/Auckland' }, '2026-11-21T12:00:00Z', true],
    ['in the night of its day', { values: ['fri'], from: '22:00', to: '06:00' }, '2026-11-21T05:00:00Z', true],
    ['in the night of the next day', { values: ['sat'], from: '22:00', to: '06:00' }, '2026-11-21T05:00:00Z', false],
    ['once, within', { from: '2026-11-20T00:00', to: '2026-11-22T00:00' }, '2026-11-21T23:59:00Z', true],
    ['once, over', { from: '2026-11-20T00:00', to: '2026-11-22T00:00' }, '2026-11-22T00:00:00Z', false],
    ['once, there', { from: '2026-11-21T13:00', to: '', timeZone: 'Europe/Berlin' }, '2026-11-21T12:00:00Z', true],
    ['once, open at its start', { from: '', to: '2026-11-21T12:00' }, '1999-01-01T00:00:00Z', true],
  ])('on time is met %s', (_, it, at, met) => {
    expect(meets(condition({ field: 'time', ...it }), nobody, Date.parse(at))).toBe(met);
  });
});

describe('rules', () => {
  const all = targeting([
    rule('both', condition({ field: 'os', values: ['ios'] }), condition({ field: 'country', values: ['AT'] })),
    rule('first', condition({ field: 'os', values: ['ios'] })),
    rule('second', condition({ field: 'device', values: ['mobile'] })),
  ]);

  test('need all their conditions, and the first that is met decides', () => {
    expect(choose(all, somebody, 0)?.destination).toBe('https://first.example/');
    expect(choose(all, { ...somebody, country: 'AT' }, 0)?.destination).toBe('https://both.example/');
    expect(choose(all, { ...somebody, os: 'android' }, 0)?.destination).toBe('https://second.example/');
    expect(choose(all, nobody, 0)).toBeUndefined();
  });

  test('leave their id on the click, a variant its own', () => {
    const split = targeting([rule('rul_1', condition({ values: ['mobile'] }))], [variant('var_1', 1)]);
    const click = (traits: VisitTraits) => RecordedClick.decode(choose(split, traits, 0)!.clickFields);
    expect(click(somebody)).toMatchObject({ ruleId: 'rul_1', variant: '' });
    expect(click(nobody)).toMatchObject({ ruleId: '', variant: 'var_1' });
  });

  test('say which headers the answer depends on', () => {
    expect(all.vary).toBe('User-Agent');
    expect(targeting([rule('r', condition({ field: 'country' }), condition({ field: 'language' }))]).vary).toBe('Accept-Language');
    expect(needsCountry([rule('r', condition({ field: 'country' }))])).toBe(true);
    expect(needsCountry([rule('r', condition({ field: 'os' }))])).toBe(false);
  });
});

const variant = (id: string, weight: number): Variant => ({ id, name: '', weight, destination: `https://${id}.example/` });

describe('variants', () => {
  const draw = (variants: Variant[], visitors: number) => {
    const split = targeting([], variants);
    return Array.from({ length: visitors }, (_, i) => {
      // Hashes spread as a keyed hash spreads them.
      const visitorHash = Math.imul(i + 1, 0x9e3779b1) >>> 0;
      return new URL(choose(split, { ...nobody, visitorHash }, 0)!.destination).host.split('.')[0]!;
    });
  };
  const share = (drawn: string[], id: string) => drawn.filter((one) => one === id).length / drawn.length;

  test('share visitors by weight, and nobody gets one of weight 0', () => {
    const drawn = draw([variant('a', 70), variant('b', 20), variant('c', 10), variant('d', 0)], 20_000);
    expect(share(drawn, 'a')).toBeCloseTo(0.7, 1);
    expect(share(drawn, 'b')).toBeCloseTo(0.2, 1);
    expect(share(drawn, 'c')).toBeCloseTo(0.1, 1);
    expect(share(drawn, 'd')).toBe(0);
  });

  test('keep their visitors when another comes or the weights change: only as many move as have to', () => {
    const before = draw([variant('a', 1), variant('b', 1)], 20_000);
    const after = draw([variant('a', 1), variant('b', 1), variant('c', 2)], 20_000);
    const moved = before.filter((one, i) => one !== after[i]);
    expect(before.every((one, i) => after[i] === one || after[i] === 'c')).toBe(true);
    expect(moved.length / before.length).toBeCloseTo(0.5, 1);
  });

  test('always answer the same visitor with the same one', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2 ** 32 - 1 }),
        fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 10 }),
        (hash, w) => {
          const variants = w.map((weight, i) => variant(`v${i}`, weight));
          const to = () => choose(targeting([], variants), { ...nobody, visitorHash: hash }, 0)?.destination;
          expect(to()).toBeDefined();
          expect(to()).toBe(to());
        },
      ),
    );
  });
});
