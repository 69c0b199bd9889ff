// Rules and variants on the wire. Lengths only guard it; what a rule may be is the link service's to say.
import type { Rule, RuleCondition, Variant } from '@linqr/proto/link/v1/link';
import { z } from 'zod';

const text = z.string().max(256);

const conditionBody = z
  .object({
    field: z.enum(['country', 'device', 'os', 'browser', 'language', 'query', 'time'], 'This is not a condition we know'),
    operator: z.enum(['is', 'isNot'], 'operator is is or isNot').default('is'),
    values: z.array(text).max(100).default([]).meta({
      description:
        'country: ISO codes; device: desktop, mobile, tablet, tv; os: windows, macos, linux, chromeos, ios, android; browser: chrome, safari, firefox, edge, opera, samsung; language: de, pt-BR; query: values of the parameter, none for any; time: mon to sun, none for every day',
    }),
    key: text.nullish().meta({ description: "query: the parameter's name" }),
    from: text.nullish().meta({ description: 'time: HH:MM every day, or YYYY-MM-DDTHH:MM once' }),
    to: text.nullish(),
    timeZone: text.nullish().meta({ description: 'time: IANA name, UTC when left out' }),
  })
  .meta({ id: 'RuleCondition' });

const ruleBody = z
  .object({
    id: text.nullish().meta({ description: 'Of a rule the link has; others get one' }),
    name: z.string().max(500).nullish(),
    conditions: z.array(conditionBody).max(50).meta({ description: 'All of them have to be met' }),
    destination: z.string('Please enter a destination').max(8_192),
  })
  .meta({ id: 'RuleInput' });

const variantBody = z
  .object({
    id: text.nullish(),
    name: z.string().max(500).nullish(),
    destination: z.string('Please enter a destination').max(8_192),
    weight: z.number().int().min(0).max(1_000_000).default(1),
  })
  .meta({ id: 'VariantInput' });

export const rulesBody = z.array(ruleBody).max(100, 'A link has 20 rules at most');
export const variantsBody = z.array(variantBody).max(100, 'A link has 10 variants at most');

export const ruleAnswer = z
  .object({
    id: z.string(),
    name: z.string(),
    conditions: z.array(
      z.object({
        field: z.string(),
        operator: z.string(),
        values: z.array(z.string()),
        key: z.string().optional(),
        from: z.string().optional(),
        to: z.string().optional(),
        timeZone: z.string().optional(),
      }),
    ),
    destination: z.string(),
  })
  .meta({ id: 'Rule' });

export const variantAnswer = z
  .object({ id: z.string(), name: z.string(), destination: z.string(), weight: z.number() })
  .meta({ id: 'Variant' });

export function ruleMessage(rule: z.output<typeof ruleBody>): Rule {
  return {
    id: rule.id ?? '',
    name: rule.name ?? '',
    destination: rule.destination,
    conditions: rule.conditions.map(({ field, operator, values, key, from, to, timeZone }) => ({
      field,
      operator,
      values,
      key: key ?? '',
      from: from ?? '',
      to: to ?? '',
      timeZone: timeZone ?? '',
    })),
  };
}

export function variantMessage({ id, name, destination, weight }: z.output<typeof variantBody>): Variant {
  return { id: id ?? '', name: name ?? '', destination, weight };
}

/** Without the fields that a condition of its kind does not have. */
export function presentRule({ id, name, conditions, destination }: Rule): z.output<typeof ruleAnswer> {
  return { id, name, conditions: conditions.map(presentCondition), destination };
}

function presentCondition({ field, operator, values, key, from, to, timeZone }: RuleCondition) {
  return {
    field,
    operator,
    values,
    ...(key === '' ? {} : { key }),
    ...(from === '' ? {} : { from }),
    ...(to === '' ? {} : { to }),
    ...(timeZone === '' ? {} : { timeZone }),
  };
}
