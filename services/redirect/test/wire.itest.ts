import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@linqr/testing/eventually';
import { cleanUp, type EdgeProcess, SHORT_DOMAIN, spoolFolder, startEdgeProcess } from './edge.process.js';
import { type Resolver, someLink, startResolver } from './resolver.js';
import { get, parseAnswer, sendRaw } from './visitors.js';

let resolver: Resolver;
let edge: EdgeProcess;
const NOWHERE = 'postgres://nobody:x@127.0.0.1:1/none';

beforeAll(async () => {
  resolver = await startResolver();
  for (const slug of ['abc', 'def', 'ghi']) resolver.links.set(`${SHORT_DOMAIN}/${slug}`, someLink(SHORT_DOMAIN, slug));
  edge = await startEdgeProcess({
    resolverPort: resolver.port,
    busUrl: NOWHERE,
    spoolDir: spoolFolder(),
    env: { LOG_LEVEL: 'fatal', SHUTDOWN_GRACE_SECONDS: '2' },
  });
  for (const slug of ['abc', 'def', 'ghi']) await get(edge.port, `/${slug}`);
}, 60_000);

afterAll(async () => {
  await cleanUp();
  await resolver?.down();
}, 30_000);

/** Status lines of all answers on a connection, with where they lead. */
const story = (text: string) =>
  [...text.matchAll(/HTTP\/1\.1 (\d+)[^\r]*\r\n([\s\S]*?)\r\n\r\n/g)].map((m) => `${m[1]} ${/location: (\S+)/i.exec(m[2]!)?.[1] ?? '-'}`);
const host = `Host: ${SHORT_DOMAIN}\r\n`;

describe('whatever way the bytes arrive', () => {
  const plain = `GET /abc?x=1 HTTP/1.1\r\n${host}User-Agent: a\r\nConnection: close\r\n\r\n`;
  const unusual = `GET /abc?x=1 HTTP/1.1\r\n${host}Content-Length: 0\r\nConnection: close\r\n\r\n`;

  test.each([
    ['plain', plain],
    ['handed over', unusual],
  ])(
    'a %s request split at any byte has the same answer',
    async (_, request) => {
      const splits = Array.from({ length: request.length - 1 }, (_, i) => i + 1);
      for (let i = 0; i < splits.length; i += 20) {
        const answers = await Promise.all(splits.slice(i, i + 20).map((at) => sendRaw(edge.port, request, { pieces: [at] })));
        for (const answer of answers) expect(story(answer)).toEqual(['302 https://e.example/abc']);
      }
    },
    60_000,
  );

  test('byte by byte has the same answer', async () => {
    const pieces = Array.from({ length: plain.length - 1 }, (_, i) => i + 1);
    expect(story(await sendRaw(edge.port, plain, { pieces }))).toEqual(['302 https://e.example/abc']);
  });

  test('a pipeline is answered in order, through look-ups and through the hand-over in the middle of it', async () => {
    resolver.links.set(`${SHORT_DOMAIN}/late`, someLink(SHORT_DOMAIN, 'late'));
    resolver.delayMs = 100;
    const pipeline = [
      `GET /abc HTTP/1.1\r\n${host}\r\n`,
      `GET /late HTTP/1.1\r\n${host}\r\n`,
      `HEAD /def HTTP/1.1\r\n${host}\r\n`,
      `GET / HTTP/1.1\r\n${host}\r\n`,
      `GET /ghi HTTP/1.1\r\n${host}\r\n`,
      `GET /abc HTTP/1.1\r\n${host}Connection: close\r\n\r\n`,
    ];
    const text = await sendRaw(edge.port, pipeline.join(''));
    resolver.delayMs = 0;
    expect(story(text)).toEqual([
      '302 https://e.example/abc',
      '302 https://e.example/late',
      '302 https://e.example/def',
      '302 http://app.example/',
      '302 https://e.example/ghi',
      '302 https://e.example/abc',
    ]);
  });

  test('a long pipeline of plain requests is answered completely', async () => {
    const text = await sendRaw(
      edge.port,
      `${`GET /abc HTTP/1.1\r\n${host}\r\n`.repeat(3_000)}GET /def HTTP/1.1\r\n${host}Connection: close\r\n\r\n`,
    );
    const answers = story(text);
    expect([answers.length, answers.at(-1)]).toEqual([3_001, '302 https://e.example/def']);
  });

  test('a client that closes its side first still gets its answer', async () => {
    const text = await new Promise<string>((resolve, reject) => {
      const socket = connect({ port: edge.port, host: '127.0.0.1', allowHalfOpen: true });
      let received = '';
      socket.on('data', (chunk) => {
        received += chunk.toString();
      });
      socket.on('end', () => {
        socket.end();
        resolve(received);
      });
      socket.on('error', reject);
      socket.end(`GET /abc HTTP/1.1\r\n${host}\r\n`);
    });
    expect(story(text)).toEqual(['302 https://e.example/abc']);
  });

  test('HTTP/1.0 and the absolute form are understood', async () => {
    expect(story(await sendRaw(edge.port, `GET /abc HTTP/1.0\r\n${host}\r\n`))).toEqual(['302 https://e.example/abc']);
    expect(
      story(await sendRaw(edge.port, `GET http://${SHORT_DOMAIN}/abc HTTP/1.1\r\nHost: other.example\r\nConnection: close\r\n\r\n`)),
    ).toEqual(['302 https://e.example/abc']);
  });
});

describe('bytes that two servers could read in two ways', () => {
  const smuggled = `GET /def HTTP/1.1\r\n${host}\r\n`;
  test.each([
    [
      'both length and chunks',
      `GET /abc HTTP/1.1\r\n${host}Content-Length: ${smuggled.length}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    ],
    ['two lengths', `GET /abc HTTP/1.1\r\n${host}Content-Length: 0\r\nContent-Length: ${smuggled.length}\r\n\r\n${smuggled}`],
    ['a bare line feed in the head', `GET /abc HTTP/1.1\r\n${host}X: a\nContent-Length: ${smuggled.length}\r\n\r\n${smuggled}`],
    ['a folded header', `GET /abc HTTP/1.1\r\n${host}X: a\r\n Content-Length: 5\r\n\r\n${smuggled}`],
    ['a space before the colon', `GET /abc HTTP/1.1\r\n${host}Content-Length : ${smuggled.length}\r\n\r\n${smuggled}`],
    ['two hosts', `GET /abc HTTP/1.1\r\n${host}Host: evil.example\r\n\r\n${smuggled}`],
    ['two hosts beside a length', `GET /abc HTTP/1.1\r\n${host}Host: evil.example\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`],
    ['no host', `GET /abc HTTP/1.1\r\n\r\n${smuggled}`],
    ['a NUL in a value', `GET /abc HTTP/1.1\r\n${host}X: a\0b\r\n\r\n${smuggled}`],
    ['an odd transfer encoding', `POST /abc HTTP/1.1\r\n${host}Transfer-Encoding: xchunked\r\n\r\n${smuggled}`],
    ['rubbish', '\x16\x03\x01\x02\x00\x01\x00\n\r\n\r\n'],
    ['a head without end', `GET /abc HTTP/1.1\r\n${host}X: ${'a'.repeat(20_000)}`],
    ['too many headers', `GET /abc HTTP/1.1\r\n${host}${'X: a\r\n'.repeat(3_000)}\r\n${smuggled}`],
  ])('%s: one refusal at most, then the connection ends, and nothing after it is taken for a request', async (_, raw) => {
    const answers = story(await sendRaw(edge.port, raw));
    expect(answers.length).toBeLessThanOrEqual(1);
    for (const answer of answers) expect(answer).toMatch(/^(400|408|431) -$/);
    expect((await get(edge.port, '/abc')).status).toBe(302);
  });

  test('a body of the right length is skipped and is no request', async () => {
    const text = await sendRaw(
      edge.port,
      `GET /abc HTTP/1.1\r\n${host}Content-Length: ${smuggled.length}\r\n\r\n${smuggled}GET /ghi HTTP/1.1\r\n${host}Connection: close\r\n\r\n`,
    );
    expect(story(text)).toEqual(['302 https://e.example/abc', '302 https://e.example/ghi']);
  });

  test('random bytes of any kind leave it serving', async () => {
    let seed = 42;
    const next = () => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
      return seed >>> 8;
    };
    const alphabet = [
      'GET /abc',
      'HEAD ',
      ' HTTP/1.1',
      '\r\n',
      '\n',
      '\r',
      'Host: s.example',
      ': ',
      'Content-Length: 3',
      'Transfer-Encoding: chunked',
      '\0',
      '\xff',
      '?',
      '%',
      '0\r\n\r\n',
    ];
    for (let round = 0; round < 10; round++) {
      const raws = Array.from({ length: 40 }, () => Array.from({ length: next() % 30 }, () => alphabet[next() % alphabet.length]).join(''));
      await Promise.all(
        raws.map(
          (raw) =>
            new Promise<void>((resolve) => {
              const socket = connect(edge.port, '127.0.0.1');
              socket.on('error', () => {});
              socket.on('close', () => resolve());
              socket.resume();
              socket.end(Buffer.from(raw, 'latin1'));
              setTimeout(() => socket.destroy(), 1_000).unref();
            }),
        ),
      );
      expect((await get(edge.port, '/abc')).status).toBe(302);
    }
  }, 60_000);
});

describe('clients that take their time', () => {
  test('a head that drips is cut off, on the fast path and behind it, while others are served and idle ones stay', async () => {
    const drip = (start: string) =>
      new Promise<number>((resolve) => {
        const started = Date.now();
        const socket = connect(edge.port, '127.0.0.1');
        socket.write(start);
        const timer = setInterval(() => socket.write('a'), 300);
        socket.resume();
        socket.on('error', () => {});
        socket.on('close', () => {
          clearInterval(timer);
          resolve(Date.now() - started);
        });
      });
    const idle = connect(edge.port, '127.0.0.1');
    idle.write(`GET /abc HTTP/1.1\r\n${host}\r\n`);
    const slow = Promise.all([
      drip(`GET /abc HTTP/1.1\r\nX: `),
      drip('GET /'),
      drip(`POST /abc HTTP/1.1\r\n${host}Content-Length: 500\r\n\r\n`),
      drip('PUT /abc HTTP/1.1\r\nX: '),
    ]);
    const waits: number[] = [];
    let isOver = false;
    void slow.then(() => {
      isOver = true;
    });
    while (!isOver) {
      const started = Date.now();
      expect((await get(edge.port, '/def')).status).toBe(302);
      waits.push(Date.now() - started);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    for (const lasted of await slow) expect(lasted).toBeLessThan(25_000);
    expect(idle.destroyed).toBe(false);
    idle.destroy();
  }, 40_000);

  test('a client that asks without reading is not held in memory for ever', async () => {
    const socket = connect(edge.port, '127.0.0.1');
    await new Promise((resolve) => socket.once('connect', resolve));
    socket.pause();
    const many = Buffer.from(`GET /abc HTTP/1.1\r\n${host}\r\n`.repeat(2_000));
    let refused = false;
    for (let i = 0; i < 400 && !refused; i++) refused = !socket.write(many) && socket.writableLength > 8 * 1024 * 1024;
    expect(refused).toBe(true);
    expect((await get(edge.port, '/abc')).status).toBe(302);
    socket.destroy();
  });

  test('ten thousand idle connections are kept and let go, and others are served meanwhile as fast as before', async () => {
    const count = Math.min(10_000, openFiles() - 500);
    const sockets: Socket[] = [];
    // In waves: a burst of connects is the kernel's test, not ours.
    while (sockets.length < count) {
      const wave = Array.from({ length: Math.min(500, count - sockets.length) }, () => connect(edge.port, '127.0.0.1'));
      for (const socket of wave) socket.on('error', () => {});
      await Promise.all(wave.map((socket) => new Promise<void>((resolve) => socket.once('connect', () => resolve()))));
      sockets.push(...wave);
      expect((await get(edge.port, '/abc')).status).toBe(302);
    }
    await eventually(async () => (await edge.metric('linqr_edge_connections')) >= count * 0.9, { timeoutMs: 20_000 });
    for (let i = 0; i < 20; i++) expect((await get(edge.port, '/abc')).status).toBe(302);
    for (const socket of sockets) socket.destroy();
    await eventually(async () => (await edge.metric('linqr_edge_connections')) < 20, { timeoutMs: 20_000 });
  }, 90_000);
});

describe('malformed encodings', () => {
  const forwarding = someLink(SHORT_DOMAIN, 'forwarding', { forwardQuery: true });
  test.each<[string, string]>([
    ['a lone percent sign', '/%'],
    ['a percent sign before no digits', '/ab%zz'],
    ['an overlong encoding', '/%c0%ae%c0%ae'],
    ['half a character', '/%e2%82'],
    ['a surrogate', '/%ed%a0%80'],
    ['an encoded line break', '/abc%0d%0aX:y'],
    ['an encoded slash', '/abc%2fdef'],
    ['raw UTF-8', '/\xc3\xa9\xc3\xa9'],
    ['raw bytes that are no UTF-8', '/\xff\xfe\xfd'],
    ['a path of dots', '/../../../../etc/passwd'],
    ['a fragment', '/abc#x'],
    ['a backslash', '/abc\\def'],
  ])('in the path: %s opens nothing and breaks nothing', async (_, path) => {
    const answers = story(await sendRaw(edge.port, `GET ${path} HTTP/1.1\r\n${host}Connection: close\r\n\r\n`));
    expect(answers).toHaveLength(1);
    expect(answers[0]).toMatch(/^(400|404) -$/);
    expect((await get(edge.port, '/abc')).status).toBe(302);
  });

  test.each(['%', 'a=%', '%zz=1&a=%c0%ae', '\xff=\xfe', 'a=\xc3\xa9', '&&&===', 'a=%00', '%0d%0aSet-Cookie:x=1', 'a'.repeat(7_000)])(
    'in the query: %j still leads where the link does, in one clean header',
    async (query) => {
      resolver.links.set(`${SHORT_DOMAIN}/forwarding`, forwarding);
      const answers = story(await sendRaw(edge.port, `GET /forwarding?${query} HTTP/1.1\r\n${host}Connection: close\r\n\r\n`));
      expect(answers).toHaveLength(1);
      // Raw bytes above ASCII are no HTTP: refusing them is as good.
      expect(answers[0]).toMatch(/^(?:400 -|302 https:\/\/e\.example\/forwarding(?:\?[\x21-\x7e]*)?)$/);
    },
  );
});

test('whatever stands in the headers that rules look at, a link with every kind of rule leads somewhere, in bounded time', async () => {
  const condition = (field: string, values: string[], over = {}) => ({
    field,
    operator: 'is',
    values,
    key: '',
    from: '',
    to: '',
    timeZone: '',
    ...over,
  });
  resolver.links.set(
    `${SHORT_DOMAIN}/ruled`,
    someLink(SHORT_DOMAIN, 'ruled', {
      rules: [
        condition('device', ['tv']),
        condition('os', ['chromeos']),
        condition('browser', ['opera']),
        condition('language', ['sw']),
        condition('query', ['x'], { key: 'never' }),
        condition('time', [], { from: '2001-01-01T00:00', to: '2001-01-02T00:00' }),
      ].map((one, i) => ({ id: `rul_${i}`, name: '', conditions: [one], destination: `https://rule-${i}.example/` })),
      variants: [1, 2].map((n) => ({ id: `var_${n}`, name: '', weight: n, destination: `https://v${n}.example/` })),
    }),
  );
  const nasty = [
    '',
    '%',
    '\xff\xfe',
    'a'.repeat(7_000),
    ',;q=,;=,,'.repeat(600),
    'tizen '.repeat(1_000),
    'silk mobil '.repeat(600),
    '\t',
    '"'.repeat(3_000),
  ];
  for (const value of nasty)
    for (const name of ['User-Agent', 'Accept-Language', 'Referer', 'X-Forwarded-For', 'Cookie']) {
      const started = performance.now();
      const [answer] = story(await sendRaw(edge.port, `GET /ruled HTTP/1.1\r\n${host}${name}: ${value}\r\nConnection: close\r\n\r\n`));
      expect(answer).toMatch(/^302 https:\/\/(?:v[12]|rule-\d)\.example\/$/);
      expect(performance.now() - started).toBeLessThan(2_000);
    }
  expect(await edge.metric('linqr_edge_clicks_dropped_total')).toBe(0);
}, 30_000);

/** How many this process may have; the edge, its child, may have as many. */
function openFiles(): number {
  const report = process.report.getReport() as { userLimits?: { open_files?: { soft: number | string } } };
  const limit = report.userLimits?.open_files?.soft ?? 'unlimited';
  return limit === 'unlimited' ? 1_000_000 : Math.max(1_000, Number(limit));
}

test('a stop answers what is under way and tells the client that it was the last', async () => {
  const own = await startEdgeProcess({
    resolverPort: resolver.port,
    busUrl: NOWHERE,
    spoolDir: spoolFolder(),
    env: { LOG_LEVEL: 'fatal', SHUTDOWN_GRACE_SECONDS: '4' },
  });
  resolver.links.set(`${SHORT_DOMAIN}/slow`, someLink(SHORT_DOMAIN, 'slow'));
  resolver.delayMs = 600;
  const asked = resolver.asked.get(`${SHORT_DOMAIN}/slow`) ?? 0;
  const answer = sendRaw(own.port, `GET /slow HTTP/1.1\r\n${host}\r\n`);
  await eventually(() => (resolver.asked.get(`${SHORT_DOMAIN}/slow`) ?? 0) > asked);
  const stopped = own.stop();
  expect(parseAnswer(await answer)).toMatchObject({ status: 302, headers: { connection: 'close' } });
  resolver.delayMs = 0;
  expect(await stopped).toBe(0);
}, 30_000);
