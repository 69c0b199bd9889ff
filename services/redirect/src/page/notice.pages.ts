// Pages that say why there is no redirect.
import type { Reply } from '../http/reply.js';
import { html } from './html.js';
import { page } from './page.layout.js';

interface Notice {
  status: number;
  title: string;
  text: string;
}

const NOTICES = {
  missing: {
    status: 404,
    title: 'There is nothing here',
    text: 'No link has this address. Check it for typing mistakes; upper and lower case count.',
  },
  broken: {
    status: 404,
    title: 'This link leads nowhere',
    text: 'Its destination is not a web address. Its owner can mend it.',
  },
  expired: { status: 410, title: 'This link has expired', text: 'Its owner set an end to it. Ask whoever gave it to you for a new one.' },
  capped: {
    status: 410,
    title: 'This link has expired',
    text: 'Its owner let a set number of visitors through, and they have all come. Ask whoever gave it to you for a new one.',
  },
  removed: { status: 410, title: 'This link was removed', text: 'Its owner has taken it down.' },
  inactive: { status: 410, title: 'This QR code is not active', text: 'Its owner has switched it off.' },
  disabled: {
    status: 451,
    title: 'This link is blocked',
    text: 'It was switched off because it broke our rules or was reported as harmful. Nothing was opened.',
  },
  not_started: { status: 404, title: 'This link is not active yet', text: 'Its owner set a later start. Try again then.' },
  unavailable: {
    status: 503,
    title: 'Please try again in a moment',
    text: 'We cannot look this link up right now. It is not lost.',
  },
  throttled: {
    status: 429,
    title: 'Too many wrong addresses',
    text: 'Too many addresses that lead nowhere were opened from your network. Please wait a minute.',
  },
  malformed: { status: 400, title: 'That request was not understood', text: 'The address or the request is malformed.' },
  not_allowed: { status: 405, title: 'That does not work here', text: 'This address can only be opened.' },
} as const satisfies Record<string, Notice>;

export type NoticeName = keyof typeof NOTICES;

export interface NoticeOptions {
  appOrigin: string;
  reportOf?: string;
  retryAfterSeconds?: number;
  headers?: [string, string][];
}

export function noticePage(name: NoticeName, options: NoticeOptions): Reply {
  const { status, title, text } = NOTICES[name];
  const headers = [...(options.headers ?? [])];
  if (options.retryAfterSeconds !== undefined) headers.push(['Retry-After', String(options.retryAfterSeconds)]);
  return page({
    status,
    outcome: name,
    title,
    content: html`<p>${text}</p>`,
    appOrigin: options.appOrigin,
    reportOf: options.reportOf,
    headers,
  });
}
