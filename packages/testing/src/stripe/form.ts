// Stripe's request bodies: form-encoded, nested by brackets (`items[0][price]=…`, `expand[]=…`).

export type FormValue = string | FormValue[] | { [key: string]: FormValue };
export type Form = { [key: string]: FormValue };

/** Depth and count are bounded: a test that sends more is wrong. */
const MAX_FIELDS = 500;

export function parseForm(text: string): Form {
  const root: Form = Object.create(null) as Form;
  const fields = [...new URLSearchParams(text)];
  if (fields.length > MAX_FIELDS) throw new Error('too many fields');
  for (const [name, value] of fields) {
    const path = name.split(/[[\]]+/).filter((part, i) => part !== '' || i === 0);
    put(root, name.endsWith('[]') ? [...path, ''] : path, value);
  }
  return listsOf(root) as Form;
}

function put(root: Form, path: string[], value: string): void {
  let at = root;
  path.forEach((part, i) => {
    const key = part === '' ? String(Object.keys(at).length) : part;
    if (i === path.length - 1) {
      at[key] = value;
      return;
    }
    at[key] ??= Object.create(null) as Form;
    at = at[key] as Form;
  });
}

/** Objects whose keys are 0, 1, 2 … are lists. */
function listsOf(value: FormValue): FormValue {
  if (typeof value !== 'object' || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, listsOf(inner)] as const);
  if (entries.length > 0 && entries.every(([key], i) => key === String(i))) return entries.map(([, inner]) => inner);
  return Object.fromEntries(entries);
}

export const text = (value: FormValue | undefined): string | undefined => (typeof value === 'string' ? value : undefined);
export const whole = (value: FormValue | undefined): number | undefined => (typeof value === 'string' ? Number(value) : undefined);
export const truth = (value: FormValue | undefined): boolean | undefined => (value === undefined ? undefined : value === 'true');
export const listed = (value: FormValue | undefined): FormValue[] => (Array.isArray(value) ? value : value === undefined ? [] : [value]);
export const nested = (value: FormValue | undefined): Form => (typeof value === 'object' && !Array.isArray(value) ? value : {});
export const words = (value: FormValue | undefined): Record<string, string> =>
  Object.fromEntries(Object.entries(nested(value)).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
