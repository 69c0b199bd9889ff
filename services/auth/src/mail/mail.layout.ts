/** A mail as text and HTML from the same parts. */
export interface MailContent {
  subject: string;
  text: string;
  html: string;
  /** Where one request takes the reader off the list (RFC 8058); absent where nobody can be taken off. */
  unsubscribeUrl?: string;
  replyTo?: string;
}

export interface Row {
  label: string;
  value: string;
}

export interface Figure extends Row {
  /** Against the time before: "+12 %". */
  change?: string;
  tone?: 'up' | 'down' | 'even';
}

/** A mail's content in the order in which it is shown. Everything is plain text; the layout escapes it. */
export interface MailParts {
  subject: string;
  /** Shown by mail programs behind the subject; the first paragraph where absent. */
  preview?: string;
  greeting?: string;
  paragraphs: string[];
  /** A code to be typed somewhere, shown large. */
  code?: string;
  /** Large numbers side by side. */
  figures?: Figure[];
  /** Facts: label and value. */
  rows?: Row[];
  lists?: { title: string; items: Row[] }[];
  /** Somebody else's words, set apart. */
  quote?: string;
  button?: { label: string; url: string };
  /** Said small, below. */
  footnote: string;
  /** The page on which the reader leaves this list, and what the link says. */
  unsubscribe?: { label: string; pageUrl: string; oneClickUrl: string };
  replyTo?: string;
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Inline for light, because many mail programs drop the head; the classes below turn it dark where they are understood. */
const S = {
  body: 'margin:0;padding:0;background:#f3f5f2;color:#131a16;font-family:-apple-system,BlinkMacSystemFont,Segoe UI,Roboto,Helvetica,Arial,sans-serif',
  card: 'background:#ffffff;border:1px solid #e3e7e2;border-radius:12px;padding:32px',
  brand: 'font-size:19px;line-height:24px;font-weight:700;letter-spacing:-0.02em;color:#0b6b4f',
  p: 'margin:0 0 16px;font-size:16px;line-height:25px;color:#131a16',
  muted: 'font-size:13px;line-height:20px;color:#4f5a54',
  button:
    'display:inline-block;padding:13px 24px;background:#0b6b4f;color:#ffffff;text-decoration:none;border-radius:8px;font-size:16px;line-height:20px;font-weight:600',
  code: 'margin:8px 0 24px;padding:16px;background:#f3f5f2;border-radius:8px;font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:26px;line-height:32px;letter-spacing:0.18em;font-weight:700;text-align:center;color:#131a16',
  label:
    'padding:9px 12px 9px 0;font-size:14px;line-height:20px;color:#4f5a54;border-top:1px solid #e3e7e2;vertical-align:top;overflow-wrap:anywhere',
  value:
    'padding:9px 0;font-size:14px;line-height:20px;font-weight:600;color:#131a16;border-top:1px solid #e3e7e2;text-align:right;vertical-align:top;word-break:break-word;overflow-wrap:anywhere',
  // Of lists: numbers, never broken; what they count is.
  count:
    'padding:9px 0 9px 12px;font-size:14px;line-height:20px;font-weight:600;color:#131a16;border-top:1px solid #e3e7e2;text-align:right;vertical-align:top;white-space:nowrap',
  title: 'margin:24px 0 8px;font-size:14px;line-height:20px;font-weight:700;color:#131a16',
  figure: 'padding:14px 12px;background:#f3f5f2;border-radius:8px;text-align:left;vertical-align:top',
  number: 'font-size:26px;line-height:32px;font-weight:700;letter-spacing:-0.02em;color:#131a16',
  quote:
    'margin:0 0 16px;padding:12px 16px;background:#f3f5f2;border-radius:8px;font-size:15px;line-height:23px;color:#131a16;white-space:pre-wrap;overflow-wrap:anywhere',
  link: 'color:#0b6b4f;text-decoration:underline',
} as const;

const TONES = { up: '#0b6b4f', down: '#a63a1f', even: '#4f5a54' } as const;

const HEAD_STYLE = [
  ':root{color-scheme:light dark;supported-color-schemes:light dark}',
  '@media (max-width:480px){.lq-card{padding:24px 20px!important}.lq-outer{padding:16px 10px!important}.lq-number{font-size:22px!important}}',
  '@media (prefers-color-scheme:dark){',
  '.lq-body{background:#0a0f0d!important}.lq-card{background:#141a17!important;border-color:#252d28!important}',
  '.lq-text{color:#edf2ee!important}.lq-muted{color:#a9b4ad!important}.lq-brand,.lq-link,.lq-up{color:#5bd6a6!important}.lq-down{color:#ff9d85!important}',
  '.lq-button{background:#3fc994!important;color:#04150e!important}.lq-sunken{background:#0b100e!important;color:#edf2ee!important}',
  '.lq-line{border-color:#252d28!important}}',
].join('');

/** No images, no trackers, nothing fetched; one column, readable without any of the styles. */
export function layOut(parts: MailParts): MailContent {
  return {
    subject: parts.subject.replace(/[\r\n]+/g, ' ').slice(0, 200),
    text: asText(parts),
    html: asHtml(parts),
    ...(parts.unsubscribe ? { unsubscribeUrl: parts.unsubscribe.oneClickUrl } : {}),
    ...(parts.replyTo ? { replyTo: parts.replyTo } : {}),
  };
}

function asText(parts: MailParts): string {
  const row = ({ label, value }: Row) => `${label}: ${value}`;
  const blocks = [
    ...(parts.greeting ? [parts.greeting] : []),
    ...parts.paragraphs,
    ...(parts.quote ? [parts.quote.replace(/^/gm, '> ')] : []),
    ...(parts.code ? [parts.code] : []),
    ...(parts.figures ? [parts.figures.map((f) => `${row(f)}${f.change ? ` (${f.change})` : ''}`).join('\n')] : []),
    ...(parts.rows ? [parts.rows.map(row).join('\n')] : []),
    ...(parts.lists ?? []).map(({ title, items }) => [title, ...items.map((item) => `  ${row(item)}`)].join('\n')),
    ...(parts.button ? [`${parts.button.label}:\n${parts.button.url}`] : []),
    parts.footnote,
    ...(parts.unsubscribe ? [`${parts.unsubscribe.label}:\n${parts.unsubscribe.pageUrl}`] : []),
    '— Linqr',
  ];
  return `${blocks.join('\n\n')}\n`;
}

function asHtml(parts: MailParts): string {
  const e = escapeHtml;
  const table = (attributes: string, inner: string) =>
    `<table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%" ${attributes}>${inner}</table>`;
  const p = (text: string) => `<p class="lq-text" style="${S.p}">${e(text)}</p>`;
  const rows = (items: Row[], valueStyle: string = S.value) =>
    table(
      'style="margin:0 0 16px"',
      items
        .map(
          ({ label, value }) =>
            `<tr><td class="lq-muted lq-line" style="${S.label}">${e(label)}</td><td class="lq-text lq-line" style="${valueStyle}">${e(value)}</td></tr>`,
        )
        .join(''),
    );
  const { button, figures, unsubscribe } = parts;
  const body = [
    ...(parts.greeting ? [p(parts.greeting)] : []),
    ...parts.paragraphs.map(p),
    ...(parts.quote ? [`<div class="lq-sunken" style="${S.quote}">${e(parts.quote)}</div>`] : []),
    ...(parts.code ? [`<div class="lq-sunken" style="${S.code}">${e(parts.code)}</div>`] : []),
    ...(figures
      ? [
          table(
            'style="margin:8px 0 16px;border-collapse:separate;table-layout:fixed"',
            `<tr>${figures.map((f) => figureCell(f)).join('<td width="8" style="width:8px;font-size:0">&nbsp;</td>')}</tr>`,
          ),
        ]
      : []),
    ...(parts.rows ? [rows(parts.rows)] : []),
    ...(parts.lists ?? []).flatMap(({ title, items }) => [`<p class="lq-text" style="${S.title}">${e(title)}</p>`, rows(items, S.count)]),
    ...(button
      ? [
          `<p style="margin:24px 0"><a class="lq-button" href="${e(button.url)}" style="${S.button}">${e(button.label)}</a></p>`,
          `<p class="lq-muted" style="${S.muted};margin:0 0 16px;word-break:break-all">If the button does not work, open this address:<br>${e(button.url)}</p>`,
        ]
      : []),
  ].join('');
  const below = [
    `<p class="lq-muted" style="${S.muted};margin:0">${e(parts.footnote)}</p>`,
    ...(unsubscribe
      ? [
          `<p class="lq-muted" style="${S.muted};margin:8px 0 0"><a class="lq-link" href="${e(unsubscribe.pageUrl)}" style="${S.link}">${e(unsubscribe.label)}</a></p>`,
        ]
      : []),
  ].join('');
  const preview = parts.preview ?? parts.paragraphs[0] ?? '';
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${e(parts.subject)}</title><style>${HEAD_STYLE}</style></head><body class="lq-body" style="${S.body}">`,
    `<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${e(preview)}</div>`,
    table(
      `class="lq-body" style="background:#f3f5f2"`,
      `<tr><td class="lq-outer" align="center" style="padding:32px 16px">${table(
        'style="max-width:560px;margin:0 auto"',
        `<tr><td style="padding:0 4px 16px"><span class="lq-brand" style="${S.brand}">Linqr</span></td></tr>` +
          `<tr><td class="lq-card" style="${S.card}">${body}</td></tr><tr><td style="padding:20px 4px 0">${below}</td></tr>`,
      )}</td></tr>`,
    ),
    '</body></html>',
  ].join('');
}

function figureCell({ label, value, change, tone = 'even' }: Figure): string {
  const e = escapeHtml;
  const toneClass = tone === 'even' ? 'lq-muted' : `lq-${tone}`;
  return [
    `<td class="lq-sunken" style="${S.figure}"><div class="lq-muted" style="${S.muted}">${e(label)}</div>`,
    `<div class="lq-text lq-number" style="${S.number}">${e(value)}</div>`,
    change ? `<div class="${toneClass}" style="font-size:13px;line-height:20px;color:${TONES[tone]}">${e(change)}</div>` : '',
    '</td>',
  ].join('');
}
