// The demo's account, made and verified as anybody's.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Actor } from '@linqr/platform/context';
import { AppError } from '@linqr/platform/errors';
import { type AuthenticatedSession, AuthServiceService } from '@linqr/proto/auth/v1/auth';
import { BillingServiceService } from '@linqr/proto/billing/v1/billing';
import { clientOf, type Running, ToolError } from '../tools/running.js';
import { type DemoState, readState, writeState } from './state.js';

const EMAIL = 'demo@example.com';
const NAME = 'Demo';
/** Any key that is not in the catalogue is unlimited. */
const PLAN = 'demo';
const CLIENT = { address: '127.0.0.1', userAgent: 'linqr-demo' };

/** Signs in, signing up first where needed, verifies the address through the mailbox, and lifts the plan's limits. */
export async function demoAccount(running: Running): Promise<{ state: DemoState; actor: Actor }> {
  const auth = clientOf(running, 'auth', AuthServiceService, ['login']);
  const billing = clientOf(running, 'billing', BillingServiceService, ['setPlan']);
  try {
    const state = readState(running.data.path) ?? { email: EMAIL, password: newPassword(), links: [], runs: {} };
    // Before the account: a password that nobody knows any more would lock the demo out of it.
    writeState(running.data.path, state);
    const { email, password } = state;
    let session: AuthenticatedSession;
    try {
      session = await auth.register({ name: NAME, email, password, client: CLIENT });
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'EMAIL_TAKEN')) throw error;
      session = await auth.login({ email, password, rememberMe: false, client: CLIENT }).catch((problem: unknown) => {
        if (problem instanceof AppError && problem.code === 'INVALID_CREDENTIALS')
          throw new ToolError(`The account ${email} has another password than the demo gave it; the demo cannot use it.`);
        throw problem;
      });
    }
    const user = session.user!;
    if (!user.emailVerified) await verify(running, auth, email);
    await billing.setPlan({ workspaceId: user.workspaceId, plan: PLAN });
    const actor: Actor = { userId: user.id, workspaceId: user.workspaceId, role: 'user', via: 'session', credentialId: session.sessionId };
    return { state, actor };
  } finally {
    auth.$close();
    billing.$close();
  }
}

/** Long, of every kind of character a rule may ask for. */
function newPassword(): string {
  return `Aa7!${randomBytes(9).toString('base64url')}`;
}

type Auth = ReturnType<typeof clientOf<typeof AuthServiceService>>;

async function verify(running: Running, auth: Auth, email: string): Promise<void> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const response = await fetch(running.file.mailboxJsonUrl, { signal: AbortSignal.timeout(5_000) });
    const { messages } = (await response.json()) as { messages: { to: string; text: string }[] };
    const token = messages.flatMap((mail) => (mail.to === email ? (/verify-email\?token=([\w.~-]+)/.exec(mail.text)?.[1] ?? []) : []))[0];
    if (token) {
      await auth.verifyEmail({ token });
      return;
    }
    if (attempt === 20) await auth.resendVerification({ email, client: CLIENT });
    await sleep(200);
  }
  process.stdout.write('No verification mail arrived in the mailbox; the demo account stays unverified.\n');
}
