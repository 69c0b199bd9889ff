// HTML that cannot be injected into: every value is escaped unless it was made by `html` itself.

export class Html {
  constructor(readonly text: string) {}
}

type Value = string | number | Html | undefined | readonly Html[];

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (c) => ESCAPES[c]!);
}

const write = (value: Value): string => {
  if (value === undefined) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map((part) => part.text).join('');
  return escapeHtml(String(value));
};

/** Tagged template: `html`<p>${anything}</p>``; attributes must be quoted. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  let text = parts[0]!;
  for (const [i, value] of values.entries()) text += write(value) + parts[i + 1]!;
  return new Html(text);
}
