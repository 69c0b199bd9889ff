import { createServer, type IncomingMessage } from 'node:http';
import { Duplex } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { RequestHead } from './request-head.js';
import { MALFORMED, MAX_HEAD_BYTES, NEED_MORE, NOT_PLAIN, parseRequestHead, TOO_LARGE } from './request-head.parser.js';

const head = new RequestHead();
const parse = (text: string, from = 0) => parseRequestHead(Buffer.from(text, 'latin1'), from, head);
const request = (line: string, ...fields: string[]) => `${[line, ...fields].join('\r\n')}\r\n\r\n`;
const plain = request(
  'GET /abc-DEF_9?a=1&b=%20 HTTP/1.1',
  'Host: s.example',
  'User-Agent: Mozilla/5.0 (X)',
  'Referer: https://r.example/',
  'Accept-Language: de,en;q=0.5',
  'X-Forwarded-For: 203.0.113.9',
  'Cookie: a=b',
  'Connection: keep-alive',
  'Upgrade-Insecure-Requests: 1',
);

describe('reading a plain request', () => {
  test('finds every field it records', () => {
    expect(parse(plain)).toBe(plain.length);
    expect({ ...pick(), isHead: head.isHead, keepAlive: head.keepAlive, plain: head.plain, prefetch: head.prefetch }).toEqual({
      slug: 'abc-DEF_9',
      query: 'a=1&b=%20',
      host: 's.example',
      agent: 'Mozilla/5.0 (X)',
      referrer: 'https://r.example/',
      language: 'de,en;q=0.5',
      forwarded: '203.0.113.9',
      cookie: 'a=b',
      isHead: false,
      keepAlive: true,
      plain: true,
      prefetch: false,
    });
  });

  test('asks for more at every place where it can be cut, and never gives another verdict', () => {
    for (let i = 1; i < plain.length; i++) expect(parse(plain.slice(0, i))).toBe(NEED_MORE);
  });

  test('stops behind the head, so that the next pipelined one is read from there', () => {
    const two = plain + request('HEAD /next HTTP/1.1', 'Host: t.example', 'Connection: close');
    const second = parse(two);
    expect(second).toBe(plain.length);
    expect(parse(two, second)).toBe(two.length);
    expect([head.slug, head.isHead, head.keepAlive, head.query]).toEqual(['next', true, false, '']);
  });

  test.each([['Purpose: prefetch'], ['sec-purpose: prefetch;prerender'], ['X-Moz: prefetch']])('notes %s', (field) => {
    parse(request('GET /abc HTTP/1.1', 'Host: h', field));
    expect(head.prefetch).toBe(true);
  });

  test('trims white space around values and says which texts are not plain', () => {
    parse(request('GET /abc HTTP/1.1', 'Host: \t h \t', 'User-Agent: caf\xe9'));
    expect([head.host, head.plain]).toEqual(['h', false]);
  });
});

describe('what is not for the fast path', () => {
  test.each([
    ['another method', request('POST /abc HTTP/1.1', 'Host: h')],
    ['a method in lower case', request('get /abc HTTP/1.1', 'Host: h')],
    ['HTTP/1.0', request('GET /abc HTTP/1.0', 'Host: h')],
    ['HTTP/2 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['a body by length', request('GET /abc HTTP/1.1', 'Host: h', 'Content-Length: 0')],
    ['a body in chunks', request('GET /abc HTTP/1.1', 'Host: h', 'Transfer-Encoding: chunked')],
    ['an upgrade', request('GET /abc HTTP/1.1', 'Host: h', 'Connection: Upgrade', 'Upgrade: websocket')],
    ['an expectation', request('GET /abc HTTP/1.1', 'Host: h', 'Expect: 100-continue')],
    ['a connection option nobody knows', request('GET /abc HTTP/1.1', 'Host: h', 'Connection: close, te')],
    ['two forwarding headers', request('GET /abc HTTP/1.1', 'Host: h', 'X-Forwarded-For: 1.1.1.1', 'X-Forwarded-For: 2.2.2.2')],
    ['two cookie headers', request('GET /abc HTTP/1.1', 'Host: h', 'Cookie: a=1', 'Cookie: b=2')],
    ['a preview', request('GET /abc+ HTTP/1.1', 'Host: h')],
    ['a code', request('GET /qr/abc HTTP/1.1', 'Host: h')],
    ['the root', request('GET / HTTP/1.1', 'Host: h')],
    ['a slug too short', request('GET /ab HTTP/1.1', 'Host: h')],
    ['a slug too long', request(`GET /${'a'.repeat(51)} HTTP/1.1`, 'Host: h')],
    ['percent-encoding in the path', request('GET /a%62c HTTP/1.1', 'Host: h')],
    ['the absolute form', request('GET http://h/abc HTTP/1.1', 'Host: h')],
    ['a fragment', request('GET /abc#x HTTP/1.1', 'Host: h')],
    ['two spaces', request('GET /abc  HTTP/1.1', 'Host: h')],
    ['a bare line feed after the request line', 'GET /abc HTTP/1.1\nHost: h\n\n'],
    ['a byte above ASCII in the query', request('GET /abc?\xe9 HTTP/1.1', 'Host: h')],
    ['a TLS hello', '\x16\x03\x01\x02\x00\x01'],
    ['a target beyond any URL', request(`GET /abc?${'q'.repeat(9000)} HTTP/1.1`, 'Host: h')],
  ])('leaves %s to node:http', (_, text) => {
    expect(parse(text)).toBe(NOT_PLAIN);
  });

  test.each([
    ['no Host', request('GET /abc HTTP/1.1')],
    ['two Hosts', request('GET /abc HTTP/1.1', 'Host: h', 'Host: i')],
    ['an empty Host', request('GET /abc HTTP/1.1', 'Host:')],
    ['a folded line', request('GET /abc HTTP/1.1', 'Host: h', 'X: a', ' b')],
    ['a space before the colon', request('GET /abc HTTP/1.1', 'Host : h')],
    ['a line without a colon', request('GET /abc HTTP/1.1', 'Host: h', 'Nothing')],
    ['an empty name', request('GET /abc HTTP/1.1', 'Host: h', ': x')],
    ['a bare line feed in the head', 'GET /abc HTTP/1.1\r\nHost: h\n\r\n'],
    ['a bare line feed before a smuggled field', 'GET /abc HTTP/1.1\r\nHost: h\r\nX: a\nTransfer-Encoding: chunked\r\n\r\n'],
    ['a bare carriage return', 'GET /abc HTTP/1.1\r\nHost: h\r\nX: a\rb\r\n\r\n'],
    ['a NUL', 'GET /abc HTTP/1.1\r\nHost: h\r\nX: a\0b\r\n\r\n'],
    ['a carriage return instead of the last line end', 'GET /abc HTTP/1.1\r\nHost: h\r\n\rX'],
  ])('refuses %s', (_, text) => {
    expect(parse(text)).toBe(MALFORMED);
  });

  test('refuses a head beyond the limit, complete or not, and too many fields', () => {
    const long = request('GET /abc HTTP/1.1', 'Host: h', `X: ${'a'.repeat(MAX_HEAD_BYTES)}`);
    expect(parse(long)).toBe(TOO_LARGE);
    expect(parse(long.slice(0, -4))).toBe(TOO_LARGE);
    expect(parse(request('GET /abc HTTP/1.1', 'Host: h', ...Array(100).fill('X: a')))).toBe(TOO_LARGE);
  });
});

function pick() {
  return {
    slug: head.slug,
    query: head.query,
    host: head.host,
    agent: head.text(head.agentStart, head.agentEnd),
    referrer: head.text(head.referrerStart, head.referrerEnd),
    language: head.text(head.languageStart, head.languageEnd),
    forwarded: head.forwarded,
    cookie: head.cookie,
  };
}

/** What node:http understands of the bytes; undefined where it refuses them. */
async function readByNode(bytes: Buffer): Promise<IncomingMessage | undefined> {
  const server = createServer();
  const socket = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() });
  const read = new Promise<IncomingMessage | undefined>((resolve) => {
    server.on('request', resolve);
    server.on('clientError', () => resolve(undefined));
    socket.on('close', () => resolve(undefined));
  });
  server.emit('connection', socket);
  socket.push(bytes);
  socket.push(null);
  const request = await read;
  socket.destroy();
  return request;
}

test('whatever the fast path accepts, node:http reads the same way', async () => {
  const name = fc.constantFrom(
    'X-A',
    'accept',
    'Sec-Fetch-Mode',
    'Host',
    'User-Agent',
    'user-agent',
    'Referer',
    'Accept-Language',
    'X-Forwarded-For',
    'Cookie',
    'Connection',
    'X-Other',
    'Content-Length',
    'Transfer-Encoding',
    'Host ',
    'X\tY',
    '',
  );
  const value = fc.oneof(
    fc.constantFrom(
      'keep-alive',
      'close',
      'keep-alive',
      'close',
      'h.example',
      'b c',
      'd',
      'Mozilla/5.0',
      'chunked',
      '0',
      '5',
      ' padded ',
      '\ttabbed\t',
      'a\rb',
      'a\nb',
      '\r\n folded',
      'a\0b',
      '',
    ),
    fc.string({ unit: fc.integer({ min: 1, max: 255 }).map((c) => String.fromCharCode(c)), maxLength: 12 }),
  );
  const target = fc.oneof(
    fc.constantFrom('/abc', '/abc', '/abc', '/a-_9?x', '/abc?x=1', '/abc?', '/a b', '/abc?\x7f', '//abc', '/abc?a?b'),
    fc.string({ unit: 'grapheme-ascii', maxLength: 8 }).map((s) => `/abc${s}`),
  );
  const bytes = fc
    .record({
      method: fc.constantFrom('GET', 'GET', 'HEAD', 'PUT'),
      target,
      version: fc.constantFrom('HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0'),
      end: fc.constantFrom('\r\n', '\r\n', '\r\n', '\r\n', '\r\n', '\n', '\r'),
      fields: fc.array(fc.tuple(name, value), { maxLength: 4 }),
    })
    .map(({ method, target, version, end, fields }) =>
      Buffer.from(
        `${method} ${target} ${version}${end}Host: h${end}${fields.map(([n, v]) => `${n}: ${v}${end}`).join('')}${end}`,
        'latin1',
      ),
    );
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(bytes, async (raw) => {
      const next = parseRequestHead(raw, 0, head);
      if (next <= 0) return;
      accepted++;
      const mine = { ...pick(), method: head.isHead ? 'HEAD' : 'GET', keepAlive: head.keepAlive };
      const theirs = await readByNode(raw);
      if (!theirs) throw new Error('node:http refuses it');
      const [path, ...query] = theirs.url!.slice(1).split('?');
      const text = (n: string) => String(theirs.headers[n] ?? '');
      expect(mine).toEqual({
        slug: path,
        query: query.join('?'),
        host: text('host'),
        agent: text('user-agent'),
        referrer: text('referer'),
        language: text('accept-language'),
        forwarded: text('x-forwarded-for'),
        cookie: text('cookie'),
        method: theirs.method,
        keepAlive: !/close/i.test(text('connection')),
      });
      expect(next).toBe(raw.length);
    }),
    { numRuns: 2_000 },
  );
  expect(accepted).toBeGreaterThan(100);
});
