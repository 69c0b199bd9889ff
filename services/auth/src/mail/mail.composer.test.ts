import { describe, expect, test } from '@jest/globals';
import { SAMPLE_ORIGIN, sampleMail } from '../../test/mail-samples.js';
import { greetingFor } from './mail.composer.js';
import { MAIL_KINDS } from './mail.kinds.js';
import { layOut, type MailParts } from './mail.layout.js';
import { mailBackoffSeconds } from './mail.schedule.js';

describe('every mail', () => {
  test.each(MAIL_KINDS)('%s says the same in text and HTML, escaped, and leads to this installation only', async (kind) => {
    const { subject, text, html } = await sampleMail(kind);
    expect(subject).not.toMatch(/[\r\n]/);
    const links = [...`${text} ${html}`.matchAll(/https?:\/\/[^\s"<]+/g)].map((match) => match[0]);
    for (const link of links.filter((url) => !url.includes('hooks.example'))) expect(new URL(link).origin).toBe(SAMPLE_ORIGIN);
    expect(html).not.toContain('<Co>');
    expect(html).not.toMatch(/<(script|img|link|iframe|form)\b/);
    for (const line of text.split('\n').filter((l) => l.trim() !== '' && !/^(>|—|https?:)/.test(l.trim()))) {
      for (const part of line.split(': '))
        expect(plain(html)).toContain(
          part
            .replace(/ \((.*)\)$/, '')
            .trim()
            .replace(/:$/, ''),
        );
    }
  });
});

const plain = (html: string) =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replace(/\s+/g, ' ');

describe('the layout', () => {
  test('escapes whatever it is given, wherever it stands', () => {
    const evil = '<b onclick="x">&\'';
    const parts: MailParts = {
      subject: `${evil}\r\nBcc: a@b.c`,
      preview: evil,
      greeting: evil,
      paragraphs: [evil],
      code: evil,
      figures: [{ label: evil, value: evil, change: evil, tone: 'up' }],
      rows: [{ label: evil, value: evil }],
      lists: [{ title: evil, items: [{ label: evil, value: evil }] }],
      quote: evil,
      button: { label: evil, url: `https://a.example/?${evil}` },
      footnote: evil,
      unsubscribe: { label: evil, pageUrl: `https://a.example/${evil}`, oneClickUrl: 'https://a.example/' },
    };
    const { subject, html } = layOut(parts);
    expect(subject).not.toMatch(/[\r\n]/);
    expect(html).not.toContain('<b onclick');
    expect(html.match(/onclick/g)!.length).toBeGreaterThanOrEqual(14);
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
