import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@linqr/testing/eventually';
import { as, createRequest, newActor, startLink, type TestLink } from './harness.js';

let link: TestLink;
beforeAll(async () => {
  link = await startLink();
}, 60_000);
afterAll(() => link?.stop());

describe('while PostgreSQL cuts every connection of the service again and again', () => {
  it('no acknowledged link is lost, failures are typed, and the plan is charged for exactly the links there are', async () => {
    const actor = newActor();
    await link.billing.client.setPlan({ workspaceId: actor.workspaceId, plan: 'professional' });
    const acknowledged: string[] = [];
    const codes = new Set<string>();
    let running = true;
    const cutter = (async () => {
      for (let cuts = 0; running && cuts < 1_000; cuts++) {
        await link.sql(
          `select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and pid <> pg_backend_pid() and application_name = 'link'`,
        );
        await link.sql('select pg_sleep(0.03)');
      }
    })();
    try {
      let left = 400;
      const worker = async () => {
        while (left-- > 0)
          await as(actor, () => link.client.createLink(createRequest())).then(
            ({ id }) => acknowledged.push(id),
            (error: { code: string }) => codes.add(error.code),
          );
      };
      await Promise.all(Array.from({ length: 8 }, worker));
    } finally {
      running = false;
      await cutter;
    }
    expect(codes.size).toBeGreaterThan(0);
    expect([...codes].filter((code) => code !== 'PART_UNAVAILABLE')).toEqual([]);

    const made = await link.sql<{ id: string }>('select id from links where workspace_id = $1', [actor.workspaceId]);
    const ids = new Set(made.map((row) => row.id));
    expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
    await eventually(async () => expect((await as(actor, () => link.billing.client.getUsage({}))).linksCreated).toBe(ids.size), {
      timeoutMs: 20_000,
    });
  }, 60_000);
});
