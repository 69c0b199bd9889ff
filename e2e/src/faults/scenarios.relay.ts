// F11: what became of every acknowledged write when the processes that relay events die at the worst moment.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openBus } from '@linqr/platform/bus';
import { createLogger } from '@linqr/platform/logging';
import { LinkChanged } from '@linqr/proto/events/v1/link';
import { eventually } from '@linqr/testing/eventually';
import { Client } from 'pg';
import { endChild, environmentOf } from './part.js';
import type { Row, Stage } from './scenarios.js';

const LINKS = 12;
const KILLS = 6;
/** How long marking takes once the trigger is in place: whoever dies within it dies between publish and mark. */
const MARK_SECONDS = 0.3;
/** A session whose process is gone gives up at once, with what it was about to mark. */
const SLOW_MARKS = `
  create or replace function linqr_test_slow_marks() returns trigger language plpgsql as
    $$ begin perform pg_sleep(${MARK_SECONDS}); return null; end $$;
  create or replace trigger linqr_test_slow_marks before delete on outbox for each statement execute function linqr_test_slow_marks();
  do $$ begin execute format('alter database %I set client_connection_check_interval = 10', current_database()); end $$;`;
const AS_BEFORE = `
  drop trigger if exists linqr_test_slow_marks on outbox; drop function if exists linqr_test_slow_marks;
  do $$ begin execute format('alter database %I reset client_connection_check_interval', current_database()); end $$;`;

/** Versions of each link in the order of their first delivery, and how many deliveries were repetitions. */
class Heard {
  readonly versions = new Map<string, number[]>();
  readonly events = new Set<string>();
  repeated = 0;

  note({ eventId, linkId, version }: LinkChanged): void {
    if (this.events.has(eventId)) this.repeated++;
    else {
      this.events.add(eventId);
      this.versions.set(linkId, [...(this.versions.get(linkId) ?? []), version]);
    }
  }
}

/** F11: the link service and a second one beside it are killed between publishing events and marking them as published. */
export async function f11RelaysKilled(stage: Stage): Promise<Row> {
  const { product, account } = stage;
  const environment = environmentOf(product, 'link');
  const received = new Map<string, number>();
  const receiver = createServer((request, response) => {
    const id = String(request.headers['webhook-id']);
    received.set(id, (received.get(id) ?? 0) + 1);
    request.resume().once('end', () => response.end());
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const hook = await account.call<{ id: string }>('POST', '/webhooks', {
    url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`,
    events: ['link_updated'],
  });
  if (!hook.body.success) throw new Error(`no webhook: ${hook.body.code} ${hook.body.message}`);
  const database = new Client({ connectionString: environment['DATABASE_URL']! });
  database.on('error', () => {});
  await database.connect();
  const pending = async () => Number((await database.query('select count(*) as n from outbox')).rows[0].n);
  const heard = new Heard();
  const bus = await openBus({
    url: environment['BUS_URL']!,
    clientId: 'faults',
    logger: createLogger({ service: 'faults', level: 'silent' }),
  });
  let standby: ChildProcess | undefined;
  let kills = 0;
  const acknowledged = new Map<string, number>();
  let refused = 0;
  let isOver = false;
  try {
    await bus.subscribe({
      group: `faults-${randomUUID()}`,
      topics: ['link.changed.v1'],
      from: 'end',
      handler: async (records) => {
        for (const { value } of records) heard.note(LinkChanged.decode(value));
      },
    });
    const links: string[] = [];
    for (let i = 0; i < LINKS; i++)
      links.push((await account.call<{ id: string }>('POST', '/urls/shorten', { originalUrl: `https://example.com/r${i}` })).body.data.id);
    for (const id of links) acknowledged.set(id, 1);
    await database.query(SLOW_MARKS);
    const startStandby = () => {
      standby = spawn(process.execPath, [join(import.meta.dirname, '../../../services/link/dist/main.js')], {
        env: { ...environment, GRPC_PORT: '0', MANAGEMENT_PORT: '0', LOG_LEVEL: 'silent' },
        stdio: 'ignore',
      });
    };
    startStandby();
    const writers = links.map(async (id, i) => {
      for (let n = 1; !isOver; n++) {
        const answer = await account.call<{ id: string }>('PUT', `/urls/${id}`, { originalUrl: `https://example.com/r${i}/${n}` });
        if (answer.status === 200) acknowledged.set(id, acknowledged.get(id)! + 1);
        else refused++;
        await delay(150);
      }
    });
    for (; kills < KILLS; kills++) {
      const before = heard.events.size;
      // News on the bus: published, and for the length of MARK_SECONDS not marked. Whichever of the two it was, it dies now.
      await eventually(() => heard.events.size > before, { timeoutMs: 60_000, intervalMs: 2 });
      const pid = product.processes()['link'];
      await Promise.all([product.killPart('link'), endChild(standby!, 'SIGKILL')]);
      startStandby();
      await eventually(() => product.processes()['link'] !== undefined && product.processes()['link'] !== pid, { timeoutMs: 60_000 });
    }
    const before = heard.events.size;
    await eventually(() => heard.events.size > before, { timeoutMs: 60_000 });
    isOver = true;
    await Promise.all(writers);
    await database.query(AS_BEFORE);
    await eventually(async () => (await pending()) === 0, { timeoutMs: 60_000, intervalMs: 200 });
    const { rows } = await database.query<{ id: string; version: number }>('select id, version from links where id = any($1)', [links]);
    const changes = rows.reduce((sum, { version }) => sum + version, 0);
    const arrived = () =>
      [...heard.versions].filter(([id]) => acknowledged.has(id)).reduce((sum, [, versions]) => sum + versions.length, 0);
    await eventually(() => arrived() >= changes, { timeoutMs: 60_000 }).catch(() => false);
    // Every change is one delivery of the webhook: creations it did not ask for.
    await eventually(() => received.size >= changes - LINKS, { timeoutMs: 60_000 }).catch(() => false);
    const inOrder = rows.every(
      ({ id, version }) => heard.versions.get(id)?.join() === Array.from({ length: version }, (_, i) => i + 1).join(),
    );
    const kept = rows.every(({ id, version }) => version >= acknowledged.get(id)!);
    const effects = received.size === changes - LINKS && [...received.values()].every((times) => times === 1);
    return {
      id: 'F11',
      fault: 'outbox relays killed between publish and mark, two at once',
      result: `${kills} kills of both link services; ${changes} changes of ${LINKS} links committed, ${[...acknowledged.values()].reduce((a, b) => a + b, 0)} acknowledged (${refused} refused while none answered), ${arrived()} on the bus in ${inOrder ? 'order per link' : 'WRONG order'}, ${heard.repeated} published twice; webhook deliveries ${received.size} of ${changes - LINKS}, ${effects ? 'once each' : 'NOT once each'}`,
      passed: inOrder && kept && effects && heard.repeated > 0,
    };
  } finally {
    isOver = true;
    standby?.kill('SIGKILL');
    await database.query(AS_BEFORE).catch(() => {});
    await database.end();
    await bus.close();
    await account.call('DELETE', `/webhooks/${hook.body.data.id}`);
    await new Promise((resolve) => receiver.close(resolve));
  }
}
