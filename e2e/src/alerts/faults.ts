// Real faults of a running product, each with the alerts that have to fire while it lasts.
import { closeSync, openSync, readdirSync, statSync, writeSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openBus } from '@linqr/platform/bus';
import { createLogger } from '@linqr/platform/logging';
import type { Product } from '@linqr/testing/product';
import type { FakeStripe } from '@linqr/testing/stripe';
import { Client } from 'pg';
import { type Account, openAccount } from '../account.js';
import { environmentOf } from '../faults/part.js';
import { freeze, withChildren } from '../faults/process-tree.js';
import { PHONE } from '../person.js';

export interface Scene {
  product: Product;
  account: Account;
  /** Short links of the account. */
  links: string[];
  /** Process of the PostgreSQL that is only the bus. */
  busPid: number;
  /** Administrator's URL of a service's database. */
  database: (name: string) => string;
  clickhouse: (sql: string) => Promise<string>;
  /** Sends its events to the product as they happen. */
  stripe: FakeStripe;
}

export interface Fault {
  what: string;
  alerts: string[];
  /** Brings the fault about and answers with what mends it. `again` is called every half second while it lasts. */
  cause: (scene: Scene) => Promise<{ mend: () => Promise<void> | void; again?: () => Promise<void> }>;
}

const visit = (url: string) =>
  fetch(url, {
    redirect: 'manual',
    headers: { 'user-agent': PHONE, 'x-forwarded-for': '8.8.8.8' },
    signal: AbortSignal.timeout(8_000),
  }).catch(() => undefined);
const visits = (urls: string[]) => Promise.all(urls.map(visit)).then(() => undefined);
const frozen = (scene: Scene, part: string) => freeze(scene.product.processes()[part]!);
/** An answer, whatever it is. */
const call = (scene: Scene, method: string, path: string, body?: unknown) =>
  scene.account.call(method, path, body).then(
    () => undefined,
    () => undefined,
  );

async function sql(url: string, text: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(text).finally(() => client.end());
}

/** Path → bytes of every file. */
const sizesIn = (folder: string) =>
  new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((path) => statSync(path).isFile())
      .map((path) => [path, statSync(path).size] as const),
  );

/** Stops a part again and again, as a machine does that has no time for it. */
function pulses(part: number, stopMs: number, goMs: number): { mend: () => Promise<void> } {
  let over = false;
  const pids = withChildren(part);
  const running = (async () => {
    while (!over) {
      for (const pid of pids) process.kill(pid, 'SIGSTOP');
      await delay(stopMs);
      for (const pid of pids) process.kill(pid, 'SIGCONT');
      await delay(goMs);
    }
  })();
  return {
    mend: async () => {
      over = true;
      await running;
    },
  };
}

export const FAULTS: Fault[] = [
  {
    what: 'qr hangs',
    alerts: ['PartDown'],
    cause: async (scene) => ({ mend: frozen(scene, 'qr') }),
  },
  {
    what: 'link hangs: its calls fail, links that the edge does not know are not found out',
    alerts: ['ApiFails', 'RedirectsFail', 'PartDown'],
    cause: async (scene) => ({
      mend: frozen(scene, 'link'),
      again: async () => {
        void call(scene, 'GET', '/urls?limit=5');
        void visit(`${scene.product.shortUrl}/unknown-${Date.now()}`);
      },
    }),
  },
  {
    what: 'link answers in fits',
    alerts: ['ApiSlow'],
    cause: async (scene) => ({
      ...pulses(scene.product.processes()['link']!, 2_000, 150),
      again: async () => void call(scene, 'GET', '/urls?limit=5'),
    }),
  },
  {
    what: 'the edge is given a seventh of a core while 64 visitors ask all the time',
    alerts: ['RedirectsSlow'],
    cause: async (scene) => {
      let over = false;
      const visitors = Array.from({ length: 64 }, async (_, i) => {
        while (!over) await visit(scene.links[i % scene.links.length]!);
      });
      const { mend } = pulses(scene.product.processes()['redirect']!, 30, 5);
      return {
        mend: async () => {
          await mend();
          over = true;
          await Promise.all(visitors);
        },
      };
    },
  },
  {
    what: 'Stripe answers every question with an error',
    alerts: ['PaymentEventsWait'],
    cause: async ({ product, stripe }) => {
      const payer = await openAccount(product);
      const { body } = await payer.call<{ url: string }>('POST', '/subscription/checkout', { plan: 'starter', interval: 'month' });
      const session = stripe.account.complete(new URL(body.data.url).pathname.split('/').at(-1)!);
      stripe.outage.on = true;
      stripe.account.end(stripe.account.subscription(session.subscription!), false);
      return {
        mend: () => {
          stripe.outage.on = false;
        },
      };
    },
  },
  {
    what: 'webhook is stopped by the system for 0.9 s at a time',
    alerts: ['EventLoopBlocked'],
    cause: async (scene) => pulses(scene.product.processes()['webhook']!, 900, 300),
  },
  {
    what: 'a table of qr is gone',
    alerts: ['CallsBreak'],
    cause: async (scene) => {
      await sql(scene.database('qr'), 'alter table qr_templates rename to qr_templates_away');
      return {
        again: () => call(scene, 'GET', '/qrcodes/templates'),
        mend: () => sql(scene.database('qr'), 'alter table qr_templates_away rename to qr_templates'),
      };
    },
  },
  {
    what: 'the mail server takes nothing',
    alerts: ['MailWaits'],
    cause: async (scene) => {
      const mend = frozen(scene, 'mailbox');
      await openAccount(scene.product);
      return { mend };
    },
  },
  {
    what: 'more deliveries are due than slow receivers let through',
    alerts: ['WebhooksLate'],
    cause: async (scene) => {
      const server: Server = createServer(() => {});
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const hooks: string[] = [];
      for (let i = 0; i < 3; i++) {
        const { body } = await scene.account.call<{ id: string }>('POST', '/webhooks', { url: `${url}/${i}`, events: ['link_created'] });
        hooks.push(body.data.id);
      }
      for (let i = 0; i < 12; i++) await call(scene, 'POST', '/urls/shorten', { originalUrl: `https://example.com/due/${i}` });
      return {
        mend: async () => {
          for (const id of hooks) await scene.account.call('DELETE', `/webhooks/${id}`);
          server.closeAllConnections();
          server.close();
        },
      };
    },
  },
  {
    what: 'a record on the bus that is no batch of clicks',
    alerts: ['ClicksSetAside'],
    cause: async (scene) => {
      const logger = createLogger({ service: 'alerts', level: 'silent' });
      const bus = await openBus({ url: environmentOf(scene.product, 'analytics')['BUS_URL']!, clientId: 'alerts', logger });
      await bus.publish('click.recorded.v1', [{ key: '1', value: Buffer.from('not a batch') }]).finally(() => bus.close());
      return { mend: () => {} };
    },
  },
  {
    what: 'a click of an hour that is over is stored twice',
    alerts: ['CountsDisagree'],
    cause: async (scene) => {
      // Ten minutes after its end an hour is closed.
      const at = Math.floor((Date.now() - 600_000) / 3_600_000) * 3_600 - 1_800;
      const twice = `SELECT * REPLACE (toDateTime64(${at}, 3, 'UTC') AS clicked_at) FROM clicks_raw_v1 LIMIT 1`;
      for (let i = 0; i < 2; i++) await scene.clickhouse(`INSERT INTO clicks_raw_v1 SETTINGS insert_deduplicate = 0 ${twice}`);
      // It looks when it starts, and every five minutes.
      await scene.product.killPart('analytics');
      return {
        mend: async () => {
          await scene.clickhouse(
            `ALTER TABLE clicks_raw_v1 DELETE WHERE clicked_at = toDateTime64(${at}, 3, 'UTC') SETTINGS mutations_sync = 1`,
          );
          await scene.clickhouse(
            `ALTER TABLE clicks_per_hour_v1 DELETE WHERE hour = toStartOfHour(toDateTime(${at}, 'UTC')) SETTINGS mutations_sync = 1`,
          );
          await scene.product.killPart('analytics');
        },
      };
    },
  },
  {
    what: 'ClickHouse hangs, then answers again',
    alerts: ['ConsumerStalled', 'ClicksLag', 'ProbeFails'],
    cause: async (scene) => ({ mend: frozen(scene, 'clickhouse'), again: () => visits(scene.links.slice(0, 4)) }),
  },
  {
    what: 'the clicks that had waited for ClickHouse come through late',
    alerts: ['ClicksLate'],
    cause: async (scene) => {
      const thaw = frozen(scene, 'clickhouse');
      for (let i = 0; i < 12; i++) {
        await visits(scene.links.slice(0, 4));
        await delay(1_000);
      }
      thaw();
      return { mend: () => {} };
    },
  },
  {
    what: 'the bus hangs',
    alerts: ['SpoolWaits', 'OutboxWaits', 'EdgeHearsNoChanges'],
    cause: async (scene) => {
      const mend = freeze(scene.busPid);
      await call(scene, 'POST', '/urls/shorten', { originalUrl: 'https://example.com/while-the-bus-hangs' });
      return { mend, again: () => visits(scene.links.slice(0, 2)) };
    },
  },
  {
    what: 'the bus hangs until the spool is full',
    alerts: ['ClicksDropped'],
    cause: async (scene) => ({
      mend: freeze(scene.busPid),
      again: () => visits(Array.from({ length: 100 }, (_, i) => `${scene.links[i % scene.links.length]}?x=${'y'.repeat(4_000)}`)),
    }),
  },
  {
    what: 'a byte of the spool changes on its disk, and the edge starts again',
    alerts: ['SpoolDamaged'],
    cause: async (scene) => {
      const thaw = freeze(scene.busPid);
      const before = sizesIn(join(scene.product.dataDir, 'spool'));
      for (let i = 0; i < 8; i++) await visits(scene.links);
      // In the midst of what was not shipped: what is before it is not read again, an unfinished end is no damage.
      const grown = [...sizesIn(join(scene.product.dataDir, 'spool'))]
        .map(([path, size]) => ({ path, from: before.get(path) ?? 0, to: size }))
        .sort((a, b) => b.to - b.from - (a.to - a.from))[0]!;
      const file = openSync(grown.path, 'r+');
      writeSync(file, Buffer.from('damaged-by-a-test'), 0, 17, Math.floor((grown.from + grown.to) / 2));
      closeSync(file);
      await scene.product.killPart('redirect');
      thaw();
      return { mend: () => {} };
    },
  },
];
