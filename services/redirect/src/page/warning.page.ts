import type { Reply } from '../http/reply.js';
import { html } from './html.js';
import { page } from './page.layout.js';

export interface WarningPageOptions {
  slug: string;
  /** What the report form is filled with: on a domain of a workspace's own the slug alone would be another link. */
  reportOf: string;
  /** The visit's query string, kept for the redirect. */
  query: string;
  /** '' where it must not be shown. */
  destination: string;
  mayGoOn: boolean;
  appOrigin: string;
}

/** Before a link that was put under quarantine: says so, shows where it leads as text, and no way on but a button, if any. */
export function warningPage({ slug, reportOf, query, destination, mayGoOn, appOrigin }: WarningPageOptions): Reply {
  const action = `/${slug}${query === '' ? '' : `?${query}`}`;
  const shown =
    destination === ''
      ? undefined
      : html`<p>It leads to <strong>${new URL(destination).host}</strong>:</p>
<span class="value">${destination}</span>`;
  const form = html`<p>Go on only if you know this address and trust who sent it to you. Never enter a password or pay there otherwise.</p>
<form method="post" action="${action}">
<input type="hidden" name="go_on" value="1">
<a class="button" href="${appOrigin}/">Leave</a>
<button class="button quiet" type="submit">Go on at my own risk</button>
</form>`;
  const end = html`<p>For your safety it stays closed. Nothing was opened.</p>
<a class="button" href="${appOrigin}/">Leave</a>`;
  return page({
    status: mayGoOn ? 200 : 451,
    outcome: 'quarantined',
    title: 'This link may be harmful',
    appOrigin,
    reportOf,
    referrer: 'same-origin',
    content: html`<p class="error" role="alert">Our safety checks or other people reported this link.</p>
${shown}
${mayGoOn ? form : end}`,
  });
}
