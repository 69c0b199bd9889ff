// Addresses that every web server is asked for.
import { LOGO } from '../page/page.style.js';
import type { Reply } from './reply.js';

const DAY_MS = 86_400_000;
/** RFC 9116: less than a year ahead. */
const SECURITY_CONTACT_DAYS = 180;

/** Undefined for any other path. */
export function fixedReply(path: string, appOrigin: string, nowMs: number): Reply | undefined {
  const reply = (outcome: string, type: string, body: string): Reply => ({
    status: 200,
    outcome,
    headers: [
      ['Content-Type', type],
      ['Cache-Control', 'public, max-age=86400'],
      ['X-Content-Type-Options', 'nosniff'],
    ],
    body,
  });
  switch (path) {
    case '/robots.txt':
      // Links may be followed (previews in messengers depend on it); preview pages need no crawling.
      return reply('robots', 'text/plain; charset=utf-8', 'User-agent: *\nDisallow: /*+$\nAllow: /\n');
    case '/favicon.ico':
      return reply('favicon', 'image/svg+xml', LOGO);
    case '/.well-known/security.txt': {
      const expires = new Date((Math.floor(nowMs / DAY_MS) + SECURITY_CONTACT_DAYS) * DAY_MS).toISOString();
      return reply(
        'security',
        'text/plain; charset=utf-8',
        `Contact: ${appOrigin}/contact\nExpires: ${expires}\nPreferred-Languages: en\n`,
      );
    }
    default:
      return undefined;
  }
}
