import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { Reply } from '../http/reply.js';
import { serializeReply } from '../http/reply.js';
import { CONTENT } from '../target/target.js';
import { codePage } from './code.page.js';
import { noticePage } from './notice.pages.js';
import { passwordPage } from './password.page.js';
import { previewPage } from './preview.page.js';
import { warningPage } from './warning.page.js';

const appOrigin = 'https://app.example';
const evil = `"><script>alert(1)</script><img src=x onerror='x'>`;
const header = (reply: Reply, name: string) => reply.headers.find(([n]) => n === name)?.[1];

const pages: [string, Reply][] = [
  ['text code', codePage({ id: 'qr_1', type: CONTENT.text, content: evil, appOrigin })],
  ['e-mail code', codePage({ id: 'qr_1', type: CONTENT.email, content: `mailto:${evil}?subject=${evil}`, appOrigin })],
  ['phone code', codePage({ id: 'qr_1', type: CONTENT.phone, content: `tel:${evil}`, appOrigin })],
  ['sms code', codePage({ id: 'qr_1', type: CONTENT.sms, content: `SMSTO:+49:${evil}`, appOrigin })],
  ['wifi code', codePage({ id: 'qr_1', type: CONTENT.wifi, content: `WIFI:T:WPA;S:${evil};P:${evil};;`, appOrigin })],
  ['wifi code of another form', codePage({ id: 'qr_1', type: CONTENT.wifi, content: evil, appOrigin })],
  ['password', passwordPage({ slug: 'abc', query: `a=${evil}`, appOrigin, problem: { status: 403, text: evil } })],
  ['preview', previewPage({ slug: 'abc', reportOf: 'abc', destination: `https://e.example/?${evil}`, varies: true, appOrigin })],
  [
    'warning',
    warningPage({ slug: 'abc', reportOf: 'abc', query: `a=${evil}`, destination: `https://e.example/?${evil}`, mayGoOn: true, appOrigin }),
  ],
  ['warning without a way on', warningPage({ slug: 'abc', reportOf: 'abc', query: '', destination: '', mayGoOn: false, appOrigin })],
  ['expired', noticePage('expired', { appOrigin, reportOf: evil })],
];

describe.each(pages)('the %s page', (_, reply) => {
  test('shows what came from outside as text and allows nothing but its own style and script', () => {
    expect(reply.body).not.toMatch(/<script>alert|<img|onerror='x'>/);
    const policy = header(reply, 'Content-Security-Policy')!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    for (const [, tag, content] of reply.body.matchAll(/<(style|script)>([\s\S]*?)<\/\1>/g)) {
      expect(policy).toContain(`${tag}-src 'sha256-${createHash('sha256').update(content!).digest('base64')}'`);
    }
    expect(reply.body).not.toMatch(/ style=| on\w+="/);
  });

  test('has what a reader needs: language, title, one heading, a way to report, and is small', () => {
    expect(reply.body).toMatch(/<html lang="en">[\s\S]*<title>[^<]+<\/title>/);
    expect(reply.body.match(/<h1>/g)).toHaveLength(1);
    expect(reply.body).toContain(`${appOrigin}/report?shortId=`);
    expect(Buffer.byteLength(reply.body)).toBeLessThan(8_000);
  });
});

test.each([
  ['missing', 404],
  ['expired', 410],
  ['capped', 410],
  ['removed', 410],
  ['disabled', 451],
  ['unavailable', 503],
  ['throttled', 429],
] as const)('%s is a %i', (name, status) => {
  const reply = noticePage(name, { appOrigin, retryAfterSeconds: 7 });
  expect([reply.status, header(reply, 'Retry-After'), header(reply, 'Cache-Control')]).toEqual([status, '7', 'no-store']);
});

test('a protected link does not give its destination away in the preview', () => {
  expect(previewPage({ slug: 'abc', reportOf: 'abc', destination: '', varies: false, appOrigin }).body).not.toContain('e.example');
});

test('a call, a message, an e-mail can be started from the page', () => {
  expect(codePage({ id: 'q', type: CONTENT.phone, content: 'tel:+49 (30) 1234', appOrigin }).body).toContain('href="tel:+49301234"');
  expect(codePage({ id: 'q', type: CONTENT.sms, content: 'SMSTO:+49301:Hi you', appOrigin }).body).toContain(
    'href="sms:+49301?body=Hi%20you"',
  );
  expect(codePage({ id: 'q', type: CONTENT.sms, content: '+49301', appOrigin }).body).toContain('href="sms:+49301"');
  expect(codePage({ id: 'q', type: CONTENT.email, content: 'mailto:a@e.example?subject=Hi%20you', appOrigin }).body).toContain(
    'href="mailto:a@e.example?subject=Hi%20you"',
  );
  expect(codePage({ id: 'q', type: CONTENT.email, content: 'a@e.example', appOrigin }).body).toContain('href="mailto:a@e.example"');
});

test.each([
  ['WIFI:T:WPA;S:My\\;Net;P:a\\\\bcdefgh;;', ['My;Net', 'a\\bcdefgh', 'WPA/WPA2/WPA3']],
  ['{"ssid":"Caf\u00e9","password":"longenough","security":"WPA","hidden":true}', ['Caf\u00e9', 'longenough', 'hidden network']],
  ['Guest network', ['Guest network', 'None']],
])('the Wi-Fi of %j can be joined from the page', (content, shown) => {
  const { body } = codePage({ id: 'q', type: CONTENT.wifi, content, appOrigin });
  expect(body).toContain('Join this Wi-Fi');
  for (const text of shown) expect(body).toContain(text);
});

test('a line break never gets into a header', () => {
  expect(() =>
    serializeReply({ status: 302, outcome: 'x', headers: [['Location', 'https://e.example/\r\nX: y']], body: '' }, false, true, 0),
  ).toThrow();
});
