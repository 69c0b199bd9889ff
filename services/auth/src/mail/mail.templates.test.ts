import { describe, expect, test } from '@jest/globals';
import type { MailKind } from './mail.outbox.js';
import { mailBackoffSeconds } from './mail.schedule.js';
import { greetingFor, renderMail } from './mail.templates.js';

const KINDS: MailKind[] = ['verify_email', 'reset_password', 'password_changed', 'api_key_replaced', 'session_reuse'];
const facts = { name: 'Ada & <Co>', appOrigin: 'https://app.example.com', token: 'a-b_c' };

describe('every mail', () => {
  test.each(KINDS)('%s says the same in text and HTML, escaped, with a link to this installation only', (kind) => {
    const { subject, text, html } = renderMail(kind, facts);
    expect(subject).not.toMatch(/[\r\n]/);
    const links = [...`${text} ${html}`.matchAll(/https?:\/\/[^\s"<]+/g)].map((match) => new URL(match[0]).origin);
    expect(links.length).toBeGreaterThanOrEqual(2);
    expect(new Set(links)).toEqual(new Set(['https://app.example.com']));
    expect(html).not.toContain('<Co>');
    expect(html).not.toMatch(/<(script|img|link)\b/);
  });

  test('leads to the right place', () => {
    expect(renderMail('verify_email', facts).text).toContain('https://app.example.com/verify-email?token=a-b_c');
    expect(renderMail('reset_password', facts).text).toContain('https://app.example.com/reset-password?token=a-b_c');
  });
});

test.each(['Ada Lovelace', 'Dr. José Ñúñez-O’Neill', '王小明'])('%s is greeted by name', (name) => {
  expect(greetingFor(name)).toBe(`Hello ${name},`);
});

test.each(['win at evil.example', 'http://evil', 'www.evil', 'mail me@evil', 'x'.repeat(61), '<b>'])(
  '%s is not repeated to a stranger',
  (name) => {
    expect(greetingFor(name)).toBe('Hello,');
  },
);

test('attempts are spaced wider and wider, an hour at most', () => {
  const seconds = Array.from({ length: 40 }, (_, i) => mailBackoffSeconds(i + 1, () => 0.5));
  expect(seconds.slice(0, 4)).toEqual([2, 4, 8, 16]);
  expect(Math.max(...seconds)).toBe(3_600);
  expect(seconds.reduce((a, b) => a + b, 0)).toBeGreaterThan(24 * 3_600);
});
