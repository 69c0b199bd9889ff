// Nothing reaches the inside: a listening canary counts connections, on every local address there is.
import { createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Actor } from '@linqr/platform/context';
import { eventually } from '@linqr/testing/eventually';
import { certificateFor } from './certificate.js';
import { DnsServer } from './dns-server.js';
import { codeOf, create, deliveriesOf, publishLink, startWebhook, type TestWebhook } from './harness.js';
import { Receiver, verified } from './receiver.js';

/** What each name answers, question by question; the last answer stays. */
const ZONE: Record<string, (string[] | undefined)[]> = {
  'loopback.example.com': [['127.0.0.1']],
  'mapped.example.com': [['::ffff:127.0.0.1']],
  'six.example.com': [['::1']],
  'private.example.com': [['10.0.0.1']],
  'metadata.example.com': [['169.254.169.254']],
  'nat64.example.com': [['64:ff9b::7f00:1']],
  'mixed.example.com': [['93.184.215.14', '127.0.0.1']],
  'mixed-six.example.com': [['93.184.215.14', '::1']],
  // TEST-NET-1: public by the table, and nobody answers there.
  'rebinding.example.com': [['192.0.2.1'], ['127.0.0.1']],
  'nothing.example.com': [[]],
  'silent.example.com': [undefined],
};

let test: TestWebhook;
let allowing: TestWebhook;
let dns: DnsServer;
let canary: Server;
let canaryPort: number;
let reached = 0;
let actor: Actor;
let secure: Receiver;

beforeAll(async () => {
  dns = new DnsServer((name, question) => {
    const answers = ZONE[name] ?? [['127.0.0.1']];
    return answers[Math.min(question, answers.length - 1)];
  });
  const server = await dns.listen();
  canary = createServer((socket: Socket) => {
    reached++;
    socket.destroy();
  });
  await new Promise<void>((resolve) => canary.listen(0, '::', resolve));
  canaryPort = (canary.address() as { port: number }).port;
  const tls = certificateFor('hooks.example.com');
  secure = await new Receiver().listen({ tls });
  test = await startWebhook({ env: { OUTBOUND_ALLOW_PRIVATE: 'false', OUTBOUND_DNS_SERVERS: server } });
  allowing = await startWebhook({ env: { OUTBOUND_DNS_SERVERS: server, OUTBOUND_CA: tls.cert } });
  actor = await test.professional();
}, 120_000);
afterAll(async () => {
  await Promise.all([test?.stop(), allowing?.stop()]);
  await secure?.close();
  await new Promise((resolve) => canary.close(resolve));
  await dns.close();
}, 60_000);

/** The error of the first attempt of a delivery to this URL. */
async function errorOf(url: string): Promise<string> {
  const owner = await test.professional();
  const { id } = await create(test, owner, { url });
  await publishLink(test, owner.workspaceId);
  const delivery = await eventually(
    async () => {
      const [found] = await deliveriesOf(test, owner, id);
      return found !== undefined && found.history.length > 0 && found;
    },
    { timeoutMs: 20_000 },
  );
  return delivery.error;
}

describe('addresses that lead inward', () => {
  it('are refused in every spelling when a webhook is made', async () => {
    const hosts = [
      '127.0.0.1',
      '127.1',
      '127.0.1',
      '2130706433',
      '0x7f000001',
      '0x7f.0x0.0x0.0x1',
      '017700000001',
      '0177.0.0.1',
      '0177.0x0.1',
      '0',
      '0.0.0.0',
      '１２７.０.０.１',
      '①②⑦.⓪.⓪.①',
      '127。0。0。1',
      '%31%32%37.0.0.1',
      '127.0.0.1.',
      'localhost',
      'localhost.',
      'LOCALHOST',
      'a.localhost',
      'ip6-localhost',
      '[::1]',
      '[::]',
      '[0:0:0:0:0:0:0:1]',
      '[::127.0.0.1]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[::ffff:0:127.0.0.1]',
      '[64:ff9b::127.0.0.1]',
      '[2002:7f00:1::]',
      '10.0.0.1',
      '0xa.0.0.1',
      '167772161',
      '172.16.0.1',
      '192.168.0.1',
      '0300.0250.0.1',
      '100.64.0.1',
      '169.254.169.254',
      '0xa9fea9fe',
      '2852039166',
      '0251.0376.0251.0376',
      '[fd00:ec2::254]',
      '[fe80::1]',
      '[fc00::1]',
      '224.0.0.1',
      '255.255.255.255',
      'metadata.google.internal',
      'printer.local',
      'router.lan',
      'db',
    ];
    for (const host of hosts)
      expect([host, await codeOf(create(test, actor, { url: `http://${host}:${canaryPort}/` }))]).toEqual([host, 'VALIDATION_FAILED']);
    expect(reached).toBe(0);
  }, 30_000);

  it('are not connected to when they come out of DNS, alone or among public ones', async () => {
    const names = ['loopback', 'mapped', 'six', 'private', 'metadata', 'nat64', 'mixed', 'mixed-six'];
    const errors = await Promise.all(names.map((name) => errorOf(`http://${name}.example.com:${canaryPort}/`)));
    expect(errors).toEqual(names.map(() => 'The name does not lead to a public address.'));
    expect(reached).toBe(0);
  }, 40_000);

  it('are not connected to when a webhook that was public is pointed at them behind our back', async () => {
    const { id } = await create(test, actor, { url: 'http://public.example.org/' });
    await test.sql('update endpoints set url = $2 where id = $1', [id, `http://127.0.0.1:${canaryPort}/`]);
    await publishLink(test, actor.workspaceId);
    await eventually(async () => (await deliveriesOf(test, actor, id)).some(({ error }) => error.includes('public')));
    expect(reached).toBe(0);
  });

  it('are not reached by a name that answers otherwise the second time: it is asked once, and the answer is what is connected to', async () => {
    dns.questions.length = 0;
    expect(await errorOf(`http://rebinding.example.com:${canaryPort}/`)).toMatch(/No connection|cannot be reached|refused|closed/);
    expect(dns.questions.filter((question) => question === 'rebinding.example.com A')).toHaveLength(1);
    expect(reached).toBe(0);
  }, 30_000);

  it('and names without an address or a server that answers are given up in bounded time', async () => {
    const [nothing, silent] = await Promise.all([errorOf('http://nothing.example.com/'), errorOf('http://silent.example.com/')]);
    expect(nothing).toBe('The name has no address.');
    expect(silent).toMatch(/could not be resolved/);
  }, 30_000);
});

describe('https', () => {
  const deliver = async (url: string, owner: Actor) => {
    const { id, secret } = await create(allowing, owner, { url });
    await publishLink(allowing, owner.workspaceId);
    const delivery = await eventually(async () => {
      const [found] = await deliveriesOf(allowing, owner, id);
      return found !== undefined && found.history.length > 0 && found;
    });
    return { delivery, secret };
  };

  it('goes to the checked address under the name, whose certificate is verified', async () => {
    const owner = await allowing.professional();
    const { delivery, secret } = await deliver(secure.url('/in', 'hooks.example.com'), owner);
    expect(delivery).toMatchObject({ status: 'succeeded', responseStatus: 200 });
    expect(secure.received[0]!.headers['host']).toBe(`hooks.example.com:${secure.port}`);
    expect(verified(secret, secure.received[0]!).type).toBe('link_created');
  });

  it('is refused to a receiver whose certificate is for another name', async () => {
    const owner = await allowing.professional();
    const before = secure.received.length;
    const { delivery } = await deliver(secure.url('/in', 'other.example.com'), owner);
    expect(delivery).toMatchObject({ status: 'pending', error: 'The certificate is for another name.' });
    expect(secure.received).toHaveLength(before);
  });

  it('is refused to a receiver whose authority nobody trusts', async () => {
    const stranger = await new Receiver().listen({ tls: certificateFor('stranger.example.com') });
    try {
      const { delivery } = await deliver(stranger.url('/', 'stranger.example.com'), await allowing.professional());
      expect(delivery.error).toBe('The certificate is self-signed.');
      expect(stranger.received).toEqual([]);
    } finally {
      await stranger.close();
    }
  });
});
