import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Actor } from '@linqr/platform/context';
import { newId } from '@linqr/platform/ids';
import { AccountChange, AccountChanged } from '@linqr/proto/events/v1/account';
import { LinkChange, LinkChanged } from '@linqr/proto/events/v1/link';
import { LinkState } from '@linqr/proto/link/v1/link';
import { eventually } from '@linqr/testing/eventually';
import { as, createRequest, newActor, startLink, type TestLink } from './harness.js';

let link: TestLink;
const heard: LinkChanged[] = [];
beforeAll(async () => {
  link = await startLink();
  await link.bus.subscribe({
    group: 'test',
    topics: ['link.changed.v1'],
    from: 'beginning',
    handler: async (records) => void heard.push(...records.map((record) => LinkChanged.decode(record.value))),
  });
}, 60_000);
afterAll(() => link?.stop());

const accountDeleted = ({ userId, workspaceId }: Actor) =>
  link.bus.publish('account.changed.v1', [
    {
      key: userId,
      value: AccountChanged.encode({
        eventId: newId('evt'),
        occurredAtMs: Date.now(),
        change: AccountChange.ACCOUNT_CHANGE_DELETED,
        userId,
        workspaceId,
        sessionId: '',
      }).finish(),
    },
  ]);
const create = (actor: Actor) => as(actor, () => link.client.createLink(createRequest({})));

describe('an account that is deleted', () => {
  it("takes all its links along, once each however often it is told, and nobody else's", async () => {
    const [leaving, staying] = [newActor(), newActor()];
    const made = await Promise.all(Array.from({ length: 12 }, () => create(leaving)));
    const kept = await create(staying);
    await accountDeleted(leaving);
    await accountDeleted(leaving);
    const gone = () => heard.filter((e) => e.workspaceId === leaving.workspaceId && e.change === LinkChange.LINK_CHANGE_DELETED);
    await eventually(() => expect(gone()).toHaveLength(made.length));
    expect(new Set(gone().map((e) => e.linkId))).toEqual(new Set(made.map((l) => l.id)));
    expect(await as(leaving, () => link.client.countLinks({}))).toEqual({ total: 0, active: 0 });
    const resolved = await link.client.resolveLink({ domain: made[0]!.domain, slug: made[0]!.slug });
    expect(resolved.state).toBe(LinkState.LINK_STATE_DELETED);
    expect((await as(staying, () => link.client.getLink({ id: kept.id }))).state).toBe(LinkState.LINK_STATE_ACTIVE);
  });

  it('is passed over where the event cannot be read, and the next one counts', async () => {
    const leaving = newActor();
    await create(leaving);
    await link.bus.publish('account.changed.v1', [{ key: leaving.userId, value: new Uint8Array([255, 255, 255]) }]);
    await accountDeleted(leaving);
    await eventually(async () => (await as(leaving, () => link.client.countLinks({}))).total === 0);
  });
});
