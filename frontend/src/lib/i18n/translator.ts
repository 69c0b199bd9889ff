/**
 * The message catalogue. Every namespace is a plain object of English templates next to a translator made from it;
 * another language registers the same namespace and wins when it is chosen. Templates know `{name}` and
 * `{count, plural, one {# link} other {# links}}` (`#` is the number in the reader's locale).
 */
type Simple<P extends string> = P extends `${infer N},${string}` ? N : P extends `${string} ${string}` ? never : P;
type ParamsOf<S extends string> = S extends `${string}{${infer P}}${infer Rest}` ? Simple<P> | ParamsOf<Rest> : never;
type Args<S extends string> = [ParamsOf<S>] extends [never] ? [] : [params: Record<ParamsOf<S>, string | number>];

export type Messages = Readonly<Record<string, string>>;
export type Translator<M extends Messages> = <K extends keyof M & string>(key: K, ...args: Args<M[K]>) => string;

const catalogues = new Map<string, Map<string, Messages>>();
let locale = 'en';

export const currentLocale = (): string => locale;

export function chooseLocale(next: string): void {
  locale = next;
}

/** Adds or replaces one namespace of one language. */
export function registerMessages(language: string, namespace: string, messages: Messages): void {
  const known = catalogues.get(language) ?? new Map<string, Messages>();
  known.set(namespace, messages);
  catalogues.set(language, known);
}

const plural = /\{(\w+), plural, ((?:\w+ \{[^{}]*\}\s*)+)\}/g;
const form = /(\w+) \{([^{}]*)\}/g;

function fill(template: string, params: Record<string, string | number>): string {
  return template
    .replace(plural, (_whole, name: string, forms: string) => {
      const count = Number(params[name] ?? 0);
      const options = new Map(Array.from(forms.matchAll(form), (m) => [m[1], m[2]] as const));
      const text = options.get(new Intl.PluralRules(locale).select(count)) ?? options.get('other') ?? '';
      return text.replaceAll('#', new Intl.NumberFormat(locale).format(count));
    })
    .replace(/\{(\w+)\}/g, (whole, name: string) => (name in params ? String(params[name]) : whole));
}

/** A typed `t(key, params)` over one namespace. */
export function translator<const M extends Messages>(namespace: string, english: M): Translator<M> {
  registerMessages('en', namespace, english);
  return (key, ...args) => {
    const template = catalogues.get(locale)?.get(namespace)?.[key] ?? english[key] ?? key;
    return fill(template, (args[0] ?? {}) as Record<string, string | number>);
  };
}
