import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Actor } from '@linqr/platform/context';
import { callAs } from '@linqr/testing/actor';
import { eventually } from '@linqr/testing/eventually';
import { create, publishLink, startWebhook, type TestWebhook } from './harness.js';
import { type Received, Receiver, verified } from './receiver.js';

let test: TestWebhook;
let receiver: Receiver;
let actor: Actor;
beforeAll(async () => {
  test = await startWebhook();
  receiver = await new Receiver().listen();
  actor = await test.professional();
}, 60_000);
afterAll(async () => {
  await test?.stop();
  await receiver?.close();
}, 60_000);

/** The next delivery, and which of the secrets it is good for. */
async function nextFor(secrets: string[]): Promise<boolean[]> {
  const eventId = await publishLink(test, actor.workspaceId);
  const received: Received = await eventually(() => receiver.received.find(({ headers }) => headers['webhook-id'] === eventId) ?? false);
  // The package looks at the machine's clock: what the virtual one is ahead is not its business.
  if (Math.abs(Number(received.headers['webhook-timestamp']) - Date.now() / 1_000) > 200) {
    const now = Date.now;
    Date.now = () => Number(received.headers['webhook-timestamp']) * 1_000;
    try {
      return secrets.map((secret) => accepts(secret, received));
    } finally {
      Date.now = now;
    }
  }
  return secrets.map((secret) => accepts(secret, received));
}

function accepts(secret: string, received: Received): boolean {
  try {
    verified(secret, received);
    return true;
  } catch {
    return false;
  }
}

it('a new secret signs at once, the old one beside it for a day, and not at all once it is revoked', async () => {
  const { id, secret: first } = await create(test, actor, { url: receiver.url() });
  const rotate = (revokePrevious: boolean) => callAs(actor, () => test.client.rotateSecret({ webhookId: id, revokePrevious }));
  expect(await nextFor([first])).toEqual([true]);
  const rotated = await rotate(false);
  const second = rotated.secret;
  expect(Date.parse(rotated.previousSecretUntil!) - test.clock.now()).toBeGreaterThan(23.9 * 3_600_000);
  expect(await nextFor([first, second])).toEqual([true, true]);
  const third = (await rotate(false)).secret;
  expect(await nextFor([first, second, third])).toEqual([true, true, true]);
  test.clock.forward(25 * 3_600_000);
  expect(await nextFor([first, second, third])).toEqual([false, false, true]);
  const last = await rotate(true);
  expect(last.previousSecretUntil).toBeUndefined();
  expect(await nextFor([third, last.secret])).toEqual([false, true]);
}, 30_000);

it('rotations in the middle of many deliveries leave none that neither of the two secrets accepts', async () => {
  const owner = await test.professional();
  const hook = await create(test, owner, { url: receiver.url('/many') });
  const secrets = [hook.secret];
  const before = receiver.received.length;
  const publishing = (async () => {
    for (let i = 0; i < 60; i++) await publishLink(test, owner.workspaceId);
  })();
  for (let i = 0; i < 3; i++) {
    secrets.push((await callAs(owner, () => test.client.rotateSecret({ webhookId: hook.id, revokePrevious: false }))).secret);
    await eventually(() => receiver.received.length - before >= (i + 1) * 15);
  }
  await publishing;
  const mine = await eventually(() => {
    const found = receiver.received.slice(before).filter(({ path }) => path === '/many');
    return found.length === 60 && found;
  });
  const now = Date.now;
  try {
    for (const received of mine) {
      Date.now = () => Number(received.headers['webhook-timestamp']) * 1_000;
      expect(accepts(secrets[0]!, received)).toBe(true);
    }
  } finally {
    Date.now = now;
  }
}, 30_000);
