import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@linqr/testing/eventually';
import { type AuthFixture, CLIENT, codeOf, errorOf, PASSWORD, register, startAuth } from './auth-fixture.js';

let auth: AuthFixture;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());

test('with its database away auth says 503 and not ready, and goes on by itself when it is back, mail and events included', async () => {
  const person = await register(auth);
  const status = (check: string) => fetch(`http://127.0.0.1:${auth.managementPort}/healthz/${check}`).then((answer) => answer.status);
  expect(await status('ready')).toBe(200);
  await auth.databaseDoor.shut();
  await eventually(async () => (await status('ready')) === 503);
  expect(await status('live')).toBe(200);
  const refused = await errorOf(auth.client.login({ email: person.email, password: PASSWORD, rememberMe: false, client: CLIENT }));
  expect(refused.code).toBe('PART_UNAVAILABLE');
  expect(refused.retryAfterSeconds).toBe(1);
  expect(await codeOf(auth.as(person.actor, (c) => c.getProfile({})))).toBe('PART_UNAVAILABLE');
  await auth.databaseDoor.open();
  await eventually(async () => (await status('ready')) === 200);
  const next = await register(auth);
  await auth.mail.to(next.email, /verify/i);
  await eventually(() => auth.events.some((event) => event.userId === next.user!.id), { timeoutMs: 15_000 });
});
