import type { Reply } from '../http/reply.js';
import { html } from './html.js';
import { page } from './page.layout.js';

export interface PasswordPageOptions {
  slug: string;
  /** The visit's query string, kept for the redirect. */
  query: string;
  appOrigin: string;
  /** Why the last attempt failed. */
  problem?: { status: number; text: string; retryAfterSeconds?: number };
}

/** Asks for a link's password: a plain form, no script. */
export function passwordPage({ slug, query, appOrigin, problem }: PasswordPageOptions): Reply {
  const action = `/${slug}${query === '' ? '' : `?${query}`}`;
  const error = problem && html`<p class="error" id="problem" role="alert">${problem.text}</p>`;
  const invalid = problem && html` aria-invalid="true" aria-describedby="problem"`;
  return page({
    status: problem?.status ?? 200,
    outcome: 'locked',
    title: 'This link is protected',
    appOrigin,
    reportOf: slug,
    headers: problem?.retryAfterSeconds === undefined ? [] : [['Retry-After', String(problem.retryAfterSeconds)]],
    content: html`<p>Enter its password to go on.</p>
${error}
<form method="post" action="${action}">
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="off" maxlength="256" required autofocus${invalid}>
<button class="button" type="submit">Open the link</button>
</form>`,
  });
}
