import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createGrpcClient, type GrpcClient } from '@linqr/platform/grpc';
import { Role } from '@linqr/proto/auth/v1/auth';
import { AccountDeskServiceService } from '@linqr/proto/auth/v1/desk';
import { AdminActed } from '@linqr/proto/events/v1/admin';
import { callAs } from '@linqr/testing/actor';
import { eventually } from '@linqr/testing/eventually';
import { type AuthFixture, codeOf, register, startAuth } from './auth-fixture.js';

let auth: AuthFixture;
let desk: GrpcClient<typeof AccountDeskServiceService>;
const told: AdminActed[] = [];
beforeAll(async () => {
  auth = await startAuth();
  desk = createGrpcClient({ definition: AccountDeskServiceService, target: auth.target, idempotent: [] });
  await auth.bus.subscribe({
    group: 'desk-test',
    topics: ['admin.acted.v1'],
    from: 'beginning',
    handler: async (records) => void told.push(...records.map(({ value }) => AdminActed.decode(value))),
  });
});
afterAll(async () => {
  desk?.$close();
  await auth.stop();
});

describe('what admins do to accounts', () => {
  test('is told to the record once each, with who, why and a masked address', async () => {
    const [person, boss] = [await register(auth), await register(auth)];
    const admin = { ...boss.actor, role: 'admin' as const };
    const userId = person.user!.id;
    const set = (disabled: boolean, reason: string) => auth.as(admin, (c) => c.setUserDisabled({ userId, disabled, reason }));
    await set(true, 'Spam');
    await set(true, 'Spam again');
    await set(false, '');
    await auth.client.setRole({ email: person.email, role: Role.ROLE_ADMIN });
    await auth.client.setRole({ email: person.email, role: Role.ROLE_USER });
    await auth.as(admin, (c) => c.deleteUser({ email: person.email }));
    const mine = () => told.filter(({ targetId }) => targetId === userId).map(({ action, actorId, reason }) => [action, actorId, reason]);
    await eventually(() =>
      expect(mine()).toEqual([
        ['user.disabled', boss.user!.id, 'Spam'],
        ['user.enabled', boss.user!.id, ''],
        ['user.made_admin', '', ''],
        ['user.made_user', '', ''],
        ['user.deleted', boss.user!.id, ''],
      ]),
    );
    for (const { target } of told) expect(target).toMatch(/^.•••@/u);
    expect(JSON.stringify(told)).not.toContain(person.email);
  });
});

describe('what admins read about accounts', () => {
  test('is for admins only', async () => {
    const person = await register(auth);
    const window = { from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' };
    const calls: (() => Promise<unknown>)[] = [() => desk.describeUsers({ ids: [person.user!.id] }), () => desk.getAccountFigures(window)];
    for (const call of calls) {
      expect(await codeOf(call())).toBe('NOT_SIGNED_IN');
      expect(await codeOf(callAs(person.actor, call))).toBe('FORBIDDEN');
    }
  });

  test('names those asked for that there are, and counts by day', async () => {
    const people = [await register(auth), await register(auth)];
    const admin = { ...people[0]!.actor, role: 'admin' as const };
    const ids = people.map(({ user }) => user!.id);
    const { users } = await callAs(admin, () => desk.describeUsers({ ids: [...ids, 'usr_nobody'] }));
    expect(users.map(({ id }) => id).sort()).toEqual([...ids].sort());
    const now = Date.now();
    const window = { from: new Date(now - 3_600_000).toISOString(), to: new Date(now + 3_600_000).toISOString() };
    const figures = await callAs(admin, () => desk.getAccountFigures(window));
    expect(figures.created).toBe(figures.total);
    expect(figures.series.reduce((sum, { count }) => sum + count, 0)).toBe(figures.total);
    const wrong = { from: window.to, to: window.from };
    expect(await codeOf(callAs(admin, () => desk.getAccountFigures(wrong)))).toBe('VALIDATION_FAILED');
  });
});
