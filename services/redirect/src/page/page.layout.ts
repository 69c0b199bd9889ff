// The frame of every page of the edge, and the headers it goes out with.
import type { Reply } from '../http/reply.js';
import { Html, html } from './html.js';
import { CONTENT_SECURITY_POLICY, LOGO, SCRIPT, STYLE } from './page.style.js';

export interface PageOptions {
  status: number;
  outcome: string;
  title: string;
  content: Html;
  appOrigin: string;
  /** Slug or code that the report form is filled with; undefined where there is nothing to report. */
  reportOf?: string | undefined;
  script?: boolean;
  /** Where this page's own form has to tell the edge that it is its own. */
  referrer?: 'no-referrer' | 'same-origin';
  headers?: [string, string][];
}

export function page(options: PageOptions): Reply {
  const { appOrigin, reportOf, referrer = 'no-referrer' } = options;
  const report =
    reportOf === undefined
      ? undefined
      : html`<a href="${appOrigin}/report?shortId=${encodeURIComponent(reportOf)}" rel="nofollow">Report abuse</a>`;
  const document = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="referrer" content="${referrer}">
<title>${options.title} · Linqr</title>
<link rel="icon" href="/favicon.ico" type="image/svg+xml">
<style>${new Html(STYLE)}</style>
</head>
<body>
<main>
<a class="brand" href="${appOrigin}/">${new Html(LOGO)}<span>Linqr</span></a>
<h1>${options.title}</h1>
${options.content}
</main>
<footer>${report} <a href="${appOrigin}/">Make your own short links</a></footer>
${options.script ? new Html(`<script>${SCRIPT}</script>`) : undefined}
</body>
</html>
`;
  return {
    status: options.status,
    outcome: options.outcome,
    headers: [
      ['Content-Type', 'text/html; charset=utf-8'],
      ['Cache-Control', 'no-store'],
      ['Content-Security-Policy', CONTENT_SECURITY_POLICY],
      ['X-Content-Type-Options', 'nosniff'],
      ['Referrer-Policy', referrer],
      ['X-Robots-Tag', 'noindex'],
      ...(options.headers ?? []),
    ],
    body: document.text,
  };
}
