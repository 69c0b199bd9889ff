import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { BroadcastSubscription, EventBus, IncomingRecord } from '@linqr/platform/bus';
import { createLogger } from '@linqr/platform/logging';
import { AccountChange, AccountChanged } from '@linqr/proto/events/v1/account';
import { LiveSessions, type PresentedSession } from './live-sessions.js';

type Role = 'user' | 'admin';

const START_MS = Date.parse('2026-11-21T10:00:00Z');
const session: PresentedSession = { sessionId: 'ses_1', userId: 'usr_1', role: 'admin', issuedAtSeconds: START_MS / 1_000 };
/** What auth would answer, and how often it was asked. */
let answer: () => Promise<Role | undefined>;
let questions: number;
let live: LiveSessions;
let events: BroadcastSubscription;

async function tell(change: AccountChange, fields: Partial<AccountChanged> = {}): Promise<void> {
  const nothing = AccountChanged.decode(new Uint8Array());
  const event = { ...nothing, eventId: 'evt', occurredAtMs: Date.now(), change, userId: 'usr_1', ...fields };
  await events.handler([{ value: Buffer.from(AccountChanged.encode(event).finish()) } as unknown as IncomingRecord]);
}

beforeEach(async () => {
  jest.useFakeTimers({ now: START_MS + 1_000 });
  questions = 0;
  answer = async () => 'admin';
  live = new LiveSessions(
    () => {
      questions++;
      return answer();
    },
    createLogger({ service: 'test', level: 'silent' }),
  );
  const bus = { broadcast: async (subscription: BroadcastSubscription) => (events = subscription) } as unknown as EventBus;
  await live.subscribe(bus);
});
afterEach(() => {
  jest.useRealTimers();
});

describe('the role of a session', () => {
  test('is what auth says it is now, not what the access token says', async () => {
    answer = async () => 'user';
    expect(await live.roleOf(session)).toBe('user');
  });

  test('is lost within five seconds without any event, and at once with one', async () => {
    expect(await live.roleOf(session)).toBe('admin');
    answer = async () => 'user';
    jest.setSystemTime(Date.now() + 4_900);
    expect(await live.roleOf(session)).toBe('admin');
    jest.setSystemTime(Date.now() + 200);
    expect(await live.roleOf(session)).toBe('user');
    answer = async () => 'admin';
    jest.setSystemTime(Date.now() + 10);
    await tell(AccountChange.ACCOUNT_CHANGE_ROLE_CHANGED);
    jest.setSystemTime(Date.now() + 10);
    expect(await live.roleOf(session)).toBe('admin');
    // An answer that was asked for before the event is worth nothing after it.
    await tell(AccountChange.ACCOUNT_CHANGE_ROLE_CHANGED);
    answer = async () => 'user';
    jest.setSystemTime(Date.now() + 10);
    expect(await live.roleOf(session)).toBe('user');
  });

  test('is asked for once by any number of calls, and of ordinary people once a minute', async () => {
    answer = async () => 'user';
    await Promise.all(Array.from({ length: 50 }, () => live.roleOf(session)));
    expect(questions).toBe(1);
    jest.setSystemTime(Date.now() + 59_000);
    await live.roleOf(session);
    expect(questions).toBe(1);
    jest.setSystemTime(Date.now() + 2_000);
    await live.roleOf(session);
    expect(questions).toBe(2);
  });

  test('stays what it was while auth is down, and auth is not asked at every call', async () => {
    expect(await live.roleOf(session)).toBe('admin');
    answer = async () => Promise.reject(new Error('down'));
    jest.setSystemTime(Date.now() + 6_000);
    for (let i = 0; i < 10; i++) expect(await live.roleOf(session)).toBe('admin');
    expect(questions).toBe(2);
    expect(await live.roleOf({ ...session, sessionId: 'ses_2', role: 'user' })).toBe('user');
  });
});

describe('a session that is over', () => {
  test.each([
    ['by its own event', () => tell(AccountChange.ACCOUNT_CHANGE_SESSION_REVOKED, { sessionId: 'ses_1' })],
    ['with all of the account', () => tell(AccountChange.ACCOUNT_CHANGE_SESSION_REVOKED)],
    ['with the account', () => tell(AccountChange.ACCOUNT_CHANGE_DELETED)],
  ])('%s is refused at once', async (_how, event) => {
    expect(await live.roleOf(session)).toBe('admin');
    await event();
    expect(await live.roleOf(session)).toBeUndefined();
  });

  test('is refused when auth says so, and auth is not asked again', async () => {
    answer = async () => undefined;
    expect(await live.roleOf(session)).toBeUndefined();
    expect(await live.roleOf(session)).toBeUndefined();
    expect(questions).toBe(1);
  });

  test('is asked about anew after a gap in the events', async () => {
    await live.roleOf(session);
    answer = async () => undefined;
    events.onGap?.();
    expect(await live.roleOf(session)).toBeUndefined();
  });

  test('that ended while auth was being asked is refused all the same', async () => {
    let reply: (role: Role) => void = () => undefined;
    answer = () => new Promise((resolve) => (reply = resolve));
    const asked = live.roleOf(session);
    await tell(AccountChange.ACCOUNT_CHANGE_SESSION_REVOKED, { sessionId: 'ses_1' });
    reply('admin');
    expect(await asked).toBeUndefined();
  });
});
