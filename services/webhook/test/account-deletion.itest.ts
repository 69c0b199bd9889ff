import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@linqr/platform/ids';
import { AccountChange, AccountChanged } from '@linqr/proto/events/v1/account';
import { callAs } from '@linqr/testing/actor';
import { postgresTracesOf } from '@linqr/testing/erasure';
import { eventually } from '@linqr/testing/eventually';
import { click, create, deliveriesOf, publishClicks, publishLink, startWebhook, type TestWebhook } from './harness.js';
import { Receiver } from './receiver.js';

let test: TestWebhook;
let receiver: Receiver;
beforeAll(async () => {
  test = await startWebhook({ env: { ERASURE_SETTLE_SECONDS: '0.5' } });
  receiver = await new Receiver().listen();
}, 60_000);
afterAll(async () => {
  await test?.stop();
  await receiver?.close();
}, 60_000);

describe('an account that is deleted', () => {
  it("leaves no trace of its webhooks, their secrets and their deliveries, and takes nobody else's", async () => {
    const [leaving, staying] = [await test.professional(), await test.professional()];
    const mark = newId('tok').slice(4);
    const { id } = await create(test, leaving, { url: receiver.url(`/${mark}`) });
    const removed = await create(test, leaving, { url: receiver.url(`/2/${mark}`) });
    await callAs(leaving, () => test.client.deleteWebhook({ id: removed.id }));
    const lists = await create(test, leaving, { url: receiver.url(`/3/${mark}`), events: ['link_clicked'], batchClicks: true });
    const kept = await create(test, staying, { url: receiver.url('/kept') });
    await publishLink(test, leaving.workspaceId, { title: mark });
    await publishLink(test, staying.workspaceId);
    await publishClicks(test, leaving.workspaceId, [click(test, leaving.workspaceId, { referrer: mark })]);
    await eventually(() => receiver.received.length >= 3);
    const own = [leaving.userId, leaving.workspaceId, mark, id, removed.id, lists.id];
    expect((await postgresTracesOf(test.sql, own)).length).toBeGreaterThan(4);

    const change = AccountChange.ACCOUNT_CHANGE_DELETED;
    const { userId, workspaceId } = leaving;
    const event = { eventId: newId('evt'), occurredAtMs: test.clock.now(), change, userId, workspaceId, sessionId: '', emailSha256: '' };
    await test.bus.publish('account.changed.v1', [{ key: userId, value: AccountChanged.encode(event).finish() }]);
    await eventually(async () => (await callAs(leaving, () => test.client.listWebhooks({}))).webhooks.length === 0);
    // What comes late finds nobody.
    await publishLink(test, leaving.workspaceId, { title: mark });
    await eventually(async () => (await postgresTracesOf(test.sql, own)).length === 0);
    await eventually(async () => (await deliveriesOf(test, staying, kept.id)).length === 1);
  });
});
