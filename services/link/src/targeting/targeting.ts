// Rules and variants: who is sent where. Shapes and identity only; which visit meets a rule is the edge's to say.
import { newId } from '@linqr/platform/ids';

export const DEVICES = ['desktop', 'mobile', 'tablet', 'tv'] as const;
export const SYSTEMS = ['windows', 'macos', 'linux', 'chromeos', 'ios', 'android'] as const;
export const BROWSERS = ['chrome', 'safari', 'firefox', 'edge', 'opera', 'samsung'] as const;
export const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export const FIELDS = ['country', 'device', 'os', 'browser', 'language', 'query', 'time'] as const;
export type ConditionField = (typeof FIELDS)[number];

export interface Condition {
  field: ConditionField;
  operator: 'is' | 'isNot';
  values: string[];
  /** query only: the parameter's name. */
  key: string;
  /** time only, both or none: HH:MM of the day, or YYYY-MM-DDTHH:MM once; from is included, to is not. */
  from: string;
  to: string;
  /** time only, IANA. */
  timeZone: string;
}

export interface Rule {
  id: string;
  name: string;
  /** All of them have to be met. */
  conditions: Condition[];
  destination: string;
}

export interface Variant {
  id: string;
  name: string;
  destination: string;
  weight: number;
}

/**
 * Ids for rules or variants that came from outside: one of the link's own keeps its id, and so does an unchanged one that
 * was sent without. Everything else is new, whatever id it claims.
 */
export function withIds<T extends { id: string }>(prefix: 'rul' | 'var', wanted: readonly T[], known: readonly T[], nowMs: number): T[] {
  const free = new Map(known.map((one) => [one.id, content(one)]));
  const claimed = wanted.map((one) => (free.delete(one.id) ? one : undefined));
  return wanted.map((one, i) => {
    if (claimed[i]) return one;
    const text = content(one);
    const same = [...free].find(([, other]) => other === text)?.[0];
    if (same !== undefined) free.delete(same);
    return { ...one, id: same ?? newId(prefix, nowMs) };
  });
}

function content(one: { id: string }): string {
  const { id: _, ...rest } = one;
  return JSON.stringify(Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1)));
}
