/** A mail as text and HTML from the same parts. */
export interface MailContent {
  subject: string;
  text: string;
  html: string;
}

export interface MailParts {
  subject: string;
  greeting: string;
  paragraphs: string[];
  button?: { label: string; url: string };
  /** Said small, below. */
  footnote: string;
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const BODY =
  'margin:0;padding:32px 16px;background:#f4f5f7;font-family:-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif;color:#1c2024';
const CARD = 'max-width:520px;margin:0 auto;padding:32px;background:#ffffff;border-radius:12px';
const BUTTON =
  'display:inline-block;padding:12px 24px;background:#1f5eff;color:#ffffff;text-decoration:none;border-radius:8px;font-weight:600';
const SMALL = 'font-size:13px;line-height:20px;color:#60646c';

/** No images, no trackers, no styles that mail programs drop. */
export function layOut(parts: MailParts): MailContent {
  const { button } = parts;
  const text = [
    parts.greeting,
    ...parts.paragraphs,
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    parts.footnote,
    '— Linqr',
  ].join('\n\n');
  const html = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<title>${escapeHtml(parts.subject)}</title></head><body style="${BODY}"><div style="${CARD}">`,
    '<p style="margin:0 0 24px;font-size:20px;font-weight:700">Linqr</p>',
    ...[parts.greeting, ...parts.paragraphs].map((p) => `<p style="margin:0 0 16px;font-size:16px;line-height:24px">${escapeHtml(p)}</p>`),
    ...(button
      ? [
          `<p style="margin:24px 0"><a href="${escapeHtml(button.url)}" style="${BUTTON}">${escapeHtml(button.label)}</a></p>`,
          `<p style="${SMALL};word-break:break-all">If the button does not work, open this address:<br>${escapeHtml(button.url)}</p>`,
        ]
      : []),
    `<p style="${SMALL};margin:24px 0 0">${escapeHtml(parts.footnote)}</p></div></body></html>`,
  ].join('');
  return { subject: parts.subject, text: `${text}\n`, html };
}
