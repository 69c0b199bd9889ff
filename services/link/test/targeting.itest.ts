import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Actor } from '@linqr/platform/context';
import type { CreateLinkRequest, Rule, RuleCondition, UpdateLinkRequest, Variant } from '@linqr/proto/link/v1/link';
import { as, createRequest, newActor, startLink, type TestLink, updateRequest } from './harness.js';

let link: TestLink;
let actor: Actor;
beforeAll(async () => {
  link = await startLink();
  actor = newActor();
  await link.billing.client.setPlan({ workspaceId: actor.workspaceId, plan: 'professional' });
}, 60_000);
afterAll(() => link?.stop());

const create = (fields: Partial<CreateLinkRequest> = {}) => as(actor, () => link.client.createLink(createRequest(fields)));
const update = (id: string, fields: Partial<UpdateLinkRequest>) => as(actor, () => link.client.updateLink(updateRequest(id, fields)));
const condition = (over: Partial<RuleCondition> = {}): RuleCondition => ({
  field: 'device',
  operator: 'is',
  values: ['mobile'],
  key: '',
  from: '',
  to: '',
  timeZone: '',
  ...over,
});
const rule = (over: Partial<Rule> = {}): Rule => ({
  id: '',
  name: '',
  conditions: [condition()],
  destination: 'https://phones.example.com/',
  ...over,
});
const variant = (over: Partial<Variant> = {}): Variant => ({ id: '', name: '', destination: 'https://a.example.com/', weight: 1, ...over });

describe('rules and variants', () => {
  it('are kept in order and in their normal form, and come back to the owner and the edge alike', async () => {
    const made = await create({
      rules: [
        rule({
          name: ' Austria ',
          conditions: [condition({ field: 'country', values: ['at', 'AT', 'de'], key: 'ignored' })],
          destination: 'https://MÜNCHEN.example/',
        }),
        rule({
          conditions: [
            condition({ field: 'language', operator: 'isNot', values: ['de', 'pt-BR'] }),
            condition({ field: 'time', values: ['sat'], from: '22:00', to: '06:00', timeZone: 'Europe/Berlin' }),
            condition({ field: 'query', key: 'ref', values: ['News'] }),
          ],
        }),
      ],
      variants: [variant({ weight: 70 }), variant({ weight: 0, destination: 'https://b.example.com' })],
    });
    expect(made.rules).toEqual([
      {
        id: expect.stringMatching(/^rul_/),
        name: 'Austria',
        conditions: [condition({ field: 'country', values: ['AT', 'DE'] })],
        destination: 'https://xn--mnchen-3ya.example/',
      },
      {
        id: expect.stringMatching(/^rul_/),
        name: '',
        conditions: [
          condition({ field: 'language', operator: 'isNot', values: ['de', 'pt-br'] }),
          condition({ field: 'time', values: ['sat'], from: '22:00', to: '06:00', timeZone: 'Europe/Berlin' }),
          condition({ field: 'query', key: 'ref', values: ['News'] }),
        ],
        destination: 'https://phones.example.com/',
      },
    ]);
    expect(made.variants.map(({ destination, weight }) => [destination, weight])).toEqual([
      ['https://a.example.com/', 70],
      ['https://b.example.com/', 0],
    ]);
    const resolved = await link.client.resolveLink({ domain: made.domain, slug: made.slug });
    expect([resolved.rules, resolved.variants]).toEqual([made.rules, made.variants]);
    const [version] = await link.sql<{ snapshot: { rules: unknown; variants: unknown } }>(
      'select snapshot from link_versions where link_id = $1',
      [made.id],
    );
    expect(version?.snapshot).toMatchObject({ rules: made.rules, variants: made.variants });
  });

  it('sent back as they are, or without ids, change nothing; moved ones keep theirs, new ones get one', async () => {
    const made = await create({ rules: [rule(), rule({ name: 'second' })], variants: [variant()] });
    const [first, second] = made.rules as [Rule, Rule];
    expect((await update(made.id, { rules: { values: made.rules }, variants: { values: made.variants } })).version).toBe(1);
    expect((await update(made.id, { rules: { values: made.rules.map((r) => ({ ...r, id: '' })) } })).version).toBe(1);
    const moved = await update(made.id, { rules: { values: [{ ...second, name: 'renamed' }, rule({ id: 'rul_mine' }), first] } });
    expect(moved.rules.map(({ id }) => id)).toEqual([second.id, expect.stringMatching(/^rul_[0-9a-z]{26}$/), first.id]);
    expect(moved.version).toBe(2);
    const none = await update(made.id, { rules: { values: [] } });
    expect([none.rules, none.variants.length, none.version]).toEqual([[], 1, 3]);
  });

  it('are part of what an idempotency key stands for', async () => {
    const request = { idempotencyKey: `key-${made()}`, rules: [rule()] };
    const first = await create(request);
    expect((await create(request)).rules).toEqual(first.rules);
    await expect(create({ ...request, rules: [rule({ name: 'other' })] })).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  const made = (() => {
    let n = 0;
    return () => ++n;
  })();

  it.each<[string, Partial<CreateLinkRequest>, string]>([
    ['a destination that may not be', { rules: [rule(), rule({ destination: 'javascript:alert(1)' })] }, 'rules[1].destination'],
    ['a destination inside the house', { variants: [variant({ destination: 'http://10.0.0.1/' })] }, 'variants[0].destination'],
    ['no destination', { rules: [rule({ destination: '' })] }, 'rules[0].destination'],
    ['no conditions', { rules: [rule({ conditions: [] })] }, 'rules[0].conditions'],
    ['an unknown field', { rules: [rule({ conditions: [condition({ field: 'weather' })] })] }, 'rules[0].conditions[0].field'],
    ['an unknown operator', { rules: [rule({ conditions: [condition({ operator: 'has' })] })] }, 'rules[0].conditions[0].operator'],
    ['no values', { rules: [rule({ conditions: [condition({ values: [' '] })] })] }, 'rules[0].conditions[0].values'],
    ['an unknown device', { rules: [rule({ conditions: [condition({ values: ['fridge'] })] })] }, 'rules[0].conditions[0].values'],
    [
      'a country that is none',
      { rules: [rule(), rule(), rule({ conditions: [condition({ field: 'country', values: ['DE', 'XX'] })] })] },
      'rules[2].conditions[0].values',
    ],
    [
      'a language that is none',
      { rules: [rule({ conditions: [condition({ field: 'language', values: ['deutsch!'] })] })] },
      'rules[0].conditions[0].values',
    ],
    ['a parameter without a name', { rules: [rule({ conditions: [condition({ field: 'query' })] })] }, 'rules[0].conditions[0].key'],
    [
      'a time zone that is none',
      { rules: [rule({ conditions: [condition({ field: 'time', values: ['mon'], timeZone: 'Mars/Base' })] })] },
      'rules[0].conditions[0].timeZone',
    ],
    [
      'a window that is none',
      { rules: [rule({ conditions: [condition({ field: 'time', values: [], from: '25:00', to: '26:00' })] })] },
      'rules[0].conditions[0].from',
    ],
    [
      'a window that ends before it starts',
      {
        rules: [rule({ conditions: [condition({ field: 'time', values: [], from: '2026-02-02T00:00', to: '2026-02-01T00:00' })] })],
      },
      'rules[0].conditions[0].to',
    ],
    [
      'a day that does not exist',
      { rules: [rule({ conditions: [condition({ field: 'time', values: [], from: '2026-02-30T00:00', to: '' })] })] },
      'rules[0].conditions[0].from',
    ],
    ['no weight at all', { variants: [variant({ weight: 0 })] }, 'variants'],
    ['a negative weight', { variants: [variant({ weight: -1 })] }, 'variants[0].weight'],
    ['too many rules', { rules: Array.from({ length: 21 }, () => rule()) }, 'rules'],
    ['too many variants', { variants: Array.from({ length: 11 }, () => variant()) }, 'variants'],
    [
      'too much in all',
      {
        rules: Array.from({ length: 20 }, () =>
          rule({
            conditions: [condition({ field: 'query', key: 'k', values: Array.from({ length: 50 }, (_, i) => `${i}`.padEnd(100, 'x')) })],
          }),
        ),
      },
      'rules',
    ],
  ])('with %s are refused, and the field is named', async (_, fields, field) => {
    const error = await create(fields).catch((e: unknown) => e as { details: { field: string }[] });
    expect((error as { details: { field: string }[] }).details[0]?.field).toBe(field);
  });
});
