import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { BlockList } from './block-list.js';
import { MAX_LINE_LENGTH, noEntries, readLine } from './block-list.parser.js';
import { readList } from './block-list.source.js';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

function listOf(...lines: string[]): BlockList {
  const entries = noEntries();
  for (const line of lines) readLine(line, entries);
  return new BlockList([{ name: 'test', entries }], 'v1');
}
const matches = (list: BlockList, url: string) => list.match(new URL(url)) !== undefined;

describe('a line of a block list', () => {
  it.each([
    ['evil.example', 'hosts', 'evil.example'],
    ['  EVIL.example.  ', 'hosts', 'evil.example'],
    ['*.evil.example', 'hosts', 'evil.example'],
    ['.evil.example', 'hosts', 'evil.example'],
    ['||evil.example^', 'hosts', 'evil.example'],
    ['bücher.example', 'hosts', 'xn--bcher-kva.example'],
    ['0.0.0.0 evil.example', 'hosts', 'evil.example'],
    ['127.0.0.1\tevil.example # a comment', 'hosts', 'evil.example'],
    ['8.8.4.4', 'hosts', '8.8.4.4'],
    ['2606:4700:4700::1111', 'hosts', '[2606:4700:4700::1111]'],
    ['http://evil.example/', 'hosts', 'evil.example'],
    ['https://evil.example/login?x=1#top', 'urls', 'evil.example/login?x=1'],
    ['evil.example/login', 'urls', 'evil.example/login'],
    ['https://evil.example:8443/a', 'urls', 'evil.example:8443/a'],
    [sha256('evil.example').toUpperCase(), 'hashes', sha256('evil.example')],
    [`sha256:${sha256('x')}`, 'hashes', sha256('x')],
  ] as const)('%j is read', (line, kind, entry) => {
    const entries = noEntries();
    expect(readLine(line, entries)).toBe('entry');
    expect([...entries[kind]]).toEqual([entry]);
  });

  it('of a hosts file may name several', () => {
    const entries = noEntries();
    readLine('0.0.0.0 a.example b.example c.example', entries);
    expect([...entries.hosts]).toEqual(['a.example', 'b.example', 'c.example']);
  });

  it.each(
    [
      '',
      '   ',
      '# comment',
      '! adblock',
      '; ini',
      '\ufeff# with a mark',
      '127.0.0.1 localhost',
      '::1 ip6-localhost',
      '0.0.0.0 0.0.0.0',
      'com',
      'router.lan',
      '10.1.2.3',
    ].map((line) => [line]),
  )('%j blocks nothing', (line) => {
    const entries = noEntries();
    expect(readLine(line, entries)).toBe('nothing');
    expect([entries.hosts.size, entries.urls.size, entries.hashes.size]).toEqual([0, 0, 0]);
  });

  it.each(
    [
      'two words',
      'evil.example other.example',
      'http://',
      'https://%zz/',
      'a@b.example',
      'evil.example:80:80',
      'x'.repeat(MAX_LINE_LENGTH + 1),
    ].map((line) => [line]),
  )('%j is counted as unreadable', (line) => {
    const entries = noEntries();
    expect(readLine(line, entries)).toBe('unreadable');
    expect(entries.hosts.size).toBe(0);
  });

  it('never throws, whatever it holds', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (line) => {
        readLine(line, noEntries());
      }),
      { numRuns: 500 },
    );
  });
});

describe('a block list', () => {
  it.each([
    ['evil.example', 'https://evil.example/'],
    ['evil.example', 'https://a.b.evil.example/path'],
    ['evil.example', 'https://EVIL.example.:8443/path?x#y'],
    ['bücher.example', 'https://xn--bcher-kva.example/'],
    ['8.8.4.4', 'http://134743044/'],
    ['https://evil.example/login', 'http://evil.example/login'],
    ['https://evil.example/login', 'https://evil.example/login?token=1#x'],
    ['evil.example/a?b=1', 'https://evil.example/a?b=1'],
    [sha256('evil.example'), 'https://www.evil.example/anything'],
    [sha256('evil.example/login'), 'https://evil.example/login?x'],
  ])('with %s has %s', (line, url) => {
    expect(matches(listOf(line), url)).toBe(true);
  });

  it.each([
    ['evil.example', 'https://notevil.example/'],
    ['evil.example', 'https://evil.example.com/'],
    ['evil.example', 'https://good.example/?to=evil.example'],
    ['a.evil.example', 'https://evil.example/'],
    ['https://evil.example/login', 'https://evil.example/'],
    ['https://evil.example/login', 'https://evil.example/login/more'],
    ['evil.example/a?b=1', 'https://evil.example/a?b=2'],
    [sha256('evil.example'), 'https://example/'],
  ])('with %s has not %s', (line, url) => {
    expect(matches(listOf(line), url)).toBe(false);
  });
});

describe('reading a list', () => {
  const read = (text: string, maxEntries = 100, maxBytes = 10_000, chunk = 7) =>
    readList(
      Readable.from(Array.from({ length: Math.ceil(text.length / chunk) }, (_, i) => Buffer.from(text.slice(i * chunk, (i + 1) * chunk)))),
      maxEntries,
      maxBytes,
    );

  it('does not depend on where chunks end', async () => {
    const { entries, unreadableLines, cut } = await read('a.example\r\n\n# c\nb.example\nno such line\n0.0.0.0 c.example');
    expect({ hosts: [...entries.hosts], unreadableLines, cut }).toEqual({
      hosts: ['a.example', 'b.example', 'c.example'],
      unreadableLines: 1,
      cut: false,
    });
  });

  it('stops at its bounds and says so', async () => {
    const long = Array.from({ length: 500 }, (_, i) => `h${i}.example`).join('\n');
    expect((await read(long, 100)).cut).toBe(true);
    expect((await read(long, 100)).entries.hosts.size).toBeLessThan(110);
    expect((await read(long, 10_000, 200)).cut).toBe(true);
    const oneLine = await read('x'.repeat(50_000), 100, 100_000, 1_000);
    expect(oneLine).toMatchObject({ unreadableLines: 1, cut: false });
  });
});
