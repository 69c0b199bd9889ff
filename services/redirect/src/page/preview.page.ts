import type { Reply } from '../http/reply.js';
import { html } from './html.js';
import { page } from './page.layout.js';

export interface PreviewPageOptions {
  slug: string;
  /** What the report form is filled with: on a domain of a workspace's own the slug alone would be another link. */
  reportOf: string;
  /** '' for a link whose destination must not be shown. */
  destination: string;
  /** Other visitors may be led elsewhere. */
  varies: boolean;
  appOrigin: string;
}

/** `/{slug}+`: where a link leads, without going there. Not counted as a click. */
export function previewPage({ slug, reportOf, destination, varies, appOrigin }: PreviewPageOptions): Reply {
  const content =
    destination === ''
      ? html`<p>This link is protected by a password, so its destination is shown only after it was entered.</p>`
      : html`<p>It leads to <strong>${new URL(destination).host}</strong>:</p>
<span class="value">${destination}</span>`;
  return page({
    status: 200,
    outcome: 'preview',
    title: 'Where this link leads',
    appOrigin,
    reportOf,
    content: html`${content}
${varies ? html`<p>That is for you, now: other visitors may be led elsewhere.</p>` : undefined}
<a class="button" href="/${slug}" rel="nofollow noreferrer">Continue</a>`,
  });
}
