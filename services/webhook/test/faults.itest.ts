import { type ChildProcess, fork } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SecretBox } from '@linqr/platform/secrets';
import type { RunningService } from '@linqr/platform/service';
import { eventually } from '@linqr/testing/eventually';
import { sourcePath, typescriptArguments } from '@linqr/testing/typescript';
import { create, deliveriesOf, publishLink, startWebhook, type TestWebhook } from './harness.js';
import { Receiver } from './receiver.js';

let test: TestWebhook;
beforeAll(async () => {
  test = await startWebhook();
}, 60_000);
afterAll(() => test?.stop(), 60_000);

const isSettled = async (ids: { id: string }[]) => {
  const [row] = await test.sql<{ count: string }>(`select count(*) from deliveries where endpoint_id = any($1) and status = 'succeeded'`, [
    ids.map(({ id }) => id),
  ]);
  return Number(row!.count);
};

describe('two workers', () => {
  it('never make the same delivery at once, and together make all of them', async () => {
    const replica: RunningService = await test.startReplica();
    const receiver = await new Receiver((_, response) => void setTimeout(() => response.end(), 20)).listen();
    try {
      const actor = await test.professional();
      const webhooks: { id: string }[] = [];
      for (let i = 0; i < 5; i++) webhooks.push(await create(test, actor, { url: receiver.url(`/${i}`) }));
      for (let i = 0; i < 100; i++) await publishLink(test, actor.workspaceId);
      await eventually(async () => (await isSettled(webhooks)) === 500, { timeoutMs: 40_000 });
      const seen = receiver.received.map(({ path, headers }) => `${path} ${headers['webhook-id']}`);
      expect(new Set(seen).size).toBe(500);
      expect(seen).toHaveLength(500);
      const attemptsOf = async (port: number) => {
        const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
        return Number(/webhook_attempts_total\{outcome="succeeded"[^}]*\} (\d+)/.exec(text)?.[1] ?? 0);
      };
      const both = await Promise.all([attemptsOf(test.managementPort), attemptsOf(replica.managementPort)]);
      expect(both[0] + both[1]).toBe(500);
      expect(Math.min(...both)).toBeGreaterThan(0);
    } finally {
      await replica.stop();
      await receiver.close();
    }
  }, 90_000);
});

describe('a worker that is killed in the middle of deliveries', () => {
  it('has them made by another when their lease is over: none is lost, and the log says how often it was begun', async () => {
    const alone = await startWebhook({ service: false });
    let answering = false;
    const receiver = await new Receiver((_, response) => void (answering && response.end())).listen();
    let child: ChildProcess | undefined;
    let successor: RunningService | undefined;
    try {
      child = fork(sourcePath('services/webhook/src/main.ts'), [], {
        execArgv: typescriptArguments(),
        env: { ...alone.env, PATH: process.env['PATH'] ?? '' },
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      await new Promise<void>((resolve, reject) => {
        child!.once('message', () => resolve());
        child!.once('exit', (code) => reject(new Error(`the service ended with ${code}`)));
      });
      const now = new Date();
      // Eight endpoints with a delivery each: all under way at once, and none answered.
      for (let i = 0; i < 8; i++) {
        await alone.sql(
          `insert into endpoints (id, workspace_id, owner_id, url, events, created_at, updated_at) values ($1, $2, 'usr', $3, '{link_created}', $4, $4)`,
          [`whk_${i}`, `ws_${i}`, receiver.url(`/${i}`), now],
        );
        await publishLink(alone, `ws_${i}`, { eventId: `evt_${i}` });
      }
      // Without a secret nothing may be sent; these have been given none.
      await eventually(async () => {
        const rows = await alone.sql<{ error: string }>(`select error from deliveries where error like '%secret%'`);
        return rows.length === 8;
      });
      expect(receiver.received).toEqual([]);
      const { newSecret } = await import('../src/signatures/signature.js');
      const box = new SecretBox([Buffer.from(alone.env['WEBHOOK_SECRET_ENCRYPTION_KEY']!, 'base64')]);
      for (let i = 0; i < 8; i++)
        await alone.sql('insert into endpoint_secrets (endpoint_id, number, sealed, created_at) values ($1, 1, $2, $3)', [
          `whk_${i}`,
          box.seal(newSecret(), `whk_${i}`),
          now,
        ]);
      await alone.sql(`update deliveries set next_attempt_at = now(), round = 0, attempts = 0, history = '[]'`);
      await alone.sql(`select pg_notify('webhook_deliveries', '')`);
      await eventually(() => receiver.received.length === 8);
      child.kill('SIGKILL');
      await new Promise((resolve) => child!.once('exit', resolve));
      answering = true;
      alone.clock.forward(61_000);
      successor = await alone.startReplica();
      await eventually(async () => {
        const rows = await alone.sql<{ status: string; attempts: number; entries: number }>(
          `select status, attempts, jsonb_array_length(history) as entries from deliveries`,
        );
        return (
          rows.length === 8 && rows.every(({ status, attempts, entries }) => status === 'succeeded' && attempts === 2 && entries === 1)
        );
      });
      const ids = receiver.received.map(({ headers }) => headers['webhook-id']).sort();
      expect(ids).toEqual(Array.from({ length: 8 }, (_, i) => [`evt_${i}`, `evt_${i}`]).flat());
    } finally {
      if (child && child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      await successor?.stop();
      await receiver.close();
      await alone.stop();
    }
  }, 90_000);
});

describe('PostgreSQL that cuts every connection again and again', () => {
  it('delays deliveries and loses none', async () => {
    const receiver = await new Receiver().listen();
    try {
      const actor = await test.professional();
      const webhook = await create(test, actor, { url: receiver.url() });
      let cutting = true;
      const cuts = (async () => {
        while (cutting) {
          await test
            .sql(
              `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and application_name like 'webhook%'`,
            )
            .catch(() => {});
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
      })();
      const sent = new Set<string>();
      for (let i = 0; i < 60; i++) sent.add(await publishLink(test, actor.workspaceId));
      await eventually(() => receiver.received.length > 0, { timeoutMs: 20_000 });
      cutting = false;
      await cuts;
      await eventually(
        async () => {
          // What was sent and could not be written down comes again after its lease.
          test.clock.forward(10_000);
          return (await isSettled([webhook])) === 60;
        },
        { timeoutMs: 40_000, intervalMs: 250 },
      );
      expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(sent);
      expect(await deliveriesOf(test, actor, webhook.id)).toHaveLength(60);
    } finally {
      await receiver.close();
    }
  }, 90_000);
});
