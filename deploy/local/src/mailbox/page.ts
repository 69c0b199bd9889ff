// The mailbox as pages: everything that came by mail is shown as text, its HTML only inside a sandboxed frame.
import type { Message } from './message.js';

export const BASE = '/mailbox';

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');
}

/** Text with its http(s) addresses as links. */
export function linkified(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]])/g)
    .map((piece, index) => {
      const shown = escapeHtml(piece);
      return index % 2 === 1 ? `<a href="${shown}" target="_blank" rel="noopener noreferrer">${shown}</a>` : shown;
    })
    .join('');
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="${BASE}/style.css">
<script src="${BASE}/refresh.js" defer></script>
</head>
${body}
</html>
`;
}

/** Two panes: the list, and the opened message if there is one. */
export function mailboxPage(messages: readonly Message[], opened: Message | undefined): string {
  const items = messages.map(
    (message) => `<li><a href="${BASE}/${message.id}"${message === opened ? ' aria-current="page"' : ''}>
<span class="row"><span class="to">${escapeHtml(message.to) || 'nobody'}</span>${time(message.receivedAt)}</span>
<span class="subject">${escapeHtml(message.subject) || '(no subject)'}</span>
<span class="excerpt">${escapeHtml(message.text.replace(/\s+/g, ' ').slice(0, 120))}</span>
</a></li>`,
  );
  const list = items.length > 0 ? `<ol>${items.join('\n')}</ol>` : '<p class="empty">No mail yet. What Linqr sends arrives here.</p>';
  const title = opened ? opened.subject || '(no subject)' : 'Mailbox';
  return page(
    `${title} · Linqr mailbox`,
    `<body data-newest="${messages[0]?.id ?? ''}"${opened ? ' class="reading"' : ''}>
<header><h1><a href="${BASE}">Mailbox</a></h1><p>Mail of this machine. Nothing leaves it.</p></header>
<div class="panes">
<nav aria-label="Messages">${list}</nav>
<main>${opened ? message(opened) : items.length > 0 ? '<p class="empty">Choose a message.</p>' : ''}</main>
</div>
</body>`,
  );
}

function message(it: Message): string {
  const html = it.html
    ? `<details><summary>As it was designed</summary>
<iframe src="${BASE}/${it.id}/html" title="Designed version of the message" sandbox="allow-popups allow-popups-to-escape-sandbox" referrerpolicy="no-referrer"></iframe></details>`
    : '';
  return `<article>
<p class="back"><a href="${BASE}">← All messages</a></p>
<h2>${escapeHtml(it.subject) || '(no subject)'}</h2>
<dl>
<div><dt>From</dt><dd>${escapeHtml(it.from)}</dd></div>
<div><dt>To</dt><dd>${escapeHtml(it.to)}</dd></div>
<div><dt>Received</dt><dd>${time(it.receivedAt)}</dd></div>
</dl>
<pre>${linkified(it.text) || 'This message has no text part.'}</pre>
${html}
</article>`;
}

function time(iso: string): string {
  return `<time datetime="${escapeHtml(iso)}">${escapeHtml(iso.slice(0, 16).replace('T', ' '))} UTC</time>`;
}

/** The message's own HTML for the frame; links open in a tab of their own. */
export function framedHtml(it: Message): string {
  return `<!doctype html><meta charset="utf-8"><base target="_blank">${it.html}`;
}
