import { newId } from '@linqr/platform/ids';
import type { SecretBox } from '@linqr/platform/secrets';
import * as client from 'openid-client';
import type { DataSource, EntityManager } from 'typeorm';
import { announce } from '../accounts/account.events.js';
import type { AuditService } from '../audit/audit.service.js';
import type { PasswordProof } from '../passwords/password-proof.service.js';
import { looksLikeSecretToken, newSecretToken } from '../secrets/secret-token.js';
import type { Client } from '../sessions/client-info.js';
import { requireSession } from '../sessions/session.actor.js';
import type { SignInOutcome, SignIns } from '../sessions/sign-in.service.js';
import type { Throttle } from '../throttle/throttle.js';
import { UNPROVEN_START } from '../throttle/throttle.rules.js';
import { normaliseEmail } from '../users/email-address.js';
import { emailNotVerified } from '../users/user.errors.js';
import { findUser, findUserByEmail, insertUser, lockAccount } from '../users/user.repository.js';
import { identityTaken, providerEmailUnverified, providerFailed, providerNotConfigured } from './identity.errors.js';
import { insertIdentity, insertOAuthAttempt, insertWaitingIdentity, takeOAuthAttempt, useIdentity } from './identity.repository.js';
import { PROVIDER_NAMES, type Provider, type ProviderKey, type ProviderProfile } from './provider.js';

/** Where somebody is led who came back from a provider, and with what. */
export type OAuthOutcome = { returnTo: string } & (
  | { kind: 'signed_in'; signIn: SignInOutcome }
  | { kind: 'connected' }
  | { kind: 'cancelled' }
  /** An account has this address: its owner signs in first, then this token connects the two. */
  | { kind: 'waiting'; token: string; email: string }
);

/** Sign-in by Google and GitHub. Nobody gets into an existing account by an address alone. */
export class OAuthService {
  constructor(
    private readonly database: DataSource,
    private readonly providers: ReadonlyMap<ProviderKey, Provider>,
    private readonly appOrigin: string,
    private readonly box: SecretBox,
    private readonly throttle: Throttle,
    private readonly proof: PasswordProof,
    private readonly signIns: SignIns,
    private readonly audit: AuditService,
  ) {}

  isConfigured(key: ProviderKey): boolean {
    return this.providers.has(key);
  }

  /** Where to send the browser, and what to leave in it: only that browser can come back. */
  async begin(key: ProviderKey, returnTo: string, from: Client): Promise<{ url: string; browser: string }> {
    await this.throttle.spend(UNPROVEN_START, { client: from.network });
    return this.depart(key, returnTo, undefined);
  }

  /** The same to connect the provider to the caller's account; needs the password or a recent sign-in. */
  async beginConnecting(key: ProviderKey, password: string): Promise<{ url: string; browser: string }> {
    const actor = requireSession();
    const user = await this.proof.require(actor, password, { field: 'password', recentIsEnough: true });
    if (!user.emailVerified) throw emailNotVerified();
    return this.depart(key, '/settings?tab=security', user.id);
  }

  /** `query`: what the provider sent along with the browser. */
  async finish(key: ProviderKey, query: string, browser: string, from: Client): Promise<OAuthOutcome> {
    const provider = this.provider(key);
    const cameBackTo = new URL(`${this.redirectUri(key)}?${query}`);
    const state = cameBackTo.searchParams.get('state') ?? '';
    const attempt =
      looksLikeSecretToken(state) && looksLikeSecretToken(browser)
        ? await takeOAuthAttempt(this.database.manager, { state, browser, provider: key })
        : undefined;
    const verifier = attempt && this.box.open(attempt.sealed_verifier, `oauth ${state}`);
    if (!attempt || !verifier) throw providerFailed('the attempt is unknown, used, too old or of another browser');
    const returnTo = attempt.return_to;
    if (cameBackTo.searchParams.get('error') === 'access_denied') return { kind: 'cancelled', returnTo };
    const journey = { state, nonce: attempt.nonce, verifier, redirectUri: this.redirectUri(key) };
    const profile = await provider.finish(journey, cameBackTo).catch((error: unknown) => {
      throw providerFailed('the provider did not vouch for anybody', error);
    });
    if (!/^[\x21-\x7e]{1,255}$/.test(profile.subject)) throw providerFailed('no subject');
    return this.database.transaction((tx) =>
      attempt.user_id === null ? this.signIn(tx, key, profile, returnTo, from) : this.connect(tx, key, profile, attempt.user_id, returnTo),
    );
  }

  private async depart(key: ProviderKey, returnTo: string, userId: string | undefined): Promise<{ url: string; browser: string }> {
    const provider = this.provider(key);
    const [state, browser, nonce] = [newSecretToken(), newSecretToken(), newSecretToken()];
    const verifier = client.randomPKCECodeVerifier();
    const url = await provider.start({ state, nonce, verifier, redirectUri: this.redirectUri(key) }).catch((error: unknown) => {
      throw providerFailed('the provider could not be reached', error);
    });
    await insertOAuthAttempt(this.database.manager, {
      state,
      browser,
      provider: key,
      nonce,
      sealedVerifier: this.box.seal(verifier, `oauth ${state}`),
      returnTo: ownPath(returnTo),
      userId,
    });
    return { url: url.href, browser };
  }

  private async signIn(
    tx: EntityManager,
    key: ProviderKey,
    profile: ProviderProfile,
    returnTo: string,
    from: Client,
  ): Promise<OAuthOutcome> {
    const attempt = { client: from, rememberMe: true, how: `signed_in_with_${key}` } as const;
    const known = await useIdentity(tx, key, profile.subject);
    if (known !== undefined) {
      await lockAccount(tx, known);
      const user = await findUser(tx, known);
      if (!user) throw providerFailed('the account is gone');
      return { kind: 'signed_in', signIn: await this.signIns.afterFirstStep(tx, user, attempt), returnTo };
    }
    const email = profile.emailVerified ? normaliseEmail(profile.email) : undefined;
    if (!email) throw providerEmailUnverified(PROVIDER_NAMES[key]);
    const owner = await findUserByEmail(tx, email);
    if (owner) {
      const token = newSecretToken();
      await insertWaitingIdentity(tx, { token, provider: key, subject: profile.subject, email, userId: owner.id });
      return { kind: 'waiting', token, email, returnTo };
    }
    const user = await insertUser(tx, {
      id: newId('usr'),
      workspaceId: newId('ws'),
      name: displayName(profile.name, email),
      email,
      passwordHash: null,
      emailVerified: true,
    });
    await insertIdentity(tx, { provider: key, subject: profile.subject, userId: user.id, email });
    await announce(tx, user, 'registered');
    await announce(tx, user, 'email_verified');
    await this.audit.note(tx, user.id, 'registered', from);
    return { kind: 'signed_in', signIn: await this.signIns.complete(tx, user, attempt), returnTo };
  }

  private async connect(
    tx: EntityManager,
    key: ProviderKey,
    profile: ProviderProfile,
    userId: string,
    returnTo: string,
  ): Promise<OAuthOutcome> {
    await lockAccount(tx, userId);
    const email = normaliseEmail(profile.email) ?? '';
    if (!(await insertIdentity(tx, { provider: key, subject: profile.subject, userId, email }))) throw identityTaken(PROVIDER_NAMES[key]);
    await this.audit.note(tx, userId, 'identity_connected');
    return { kind: 'connected', returnTo };
  }

  private provider(key: ProviderKey): Provider {
    const provider = this.providers.get(key);
    if (!provider) throw providerNotConfigured();
    return provider;
  }

  private redirectUri(key: ProviderKey): string {
    return `${this.appOrigin}/api/auth/oauth/${key}/callback`;
  }
}

/** A path of the app, or nothing: nobody is led away by a crafted start. */
function ownPath(path: string): string {
  if (!/^\/(?![/\\])[\x21-\x7e]*$/.test(path) || path.includes('\\') || path.length > 2_000) return '';
  return new URL(path, 'http://app.invalid').origin === 'http://app.invalid' ? path : '';
}

function displayName(name: string, email: string): string {
  const cleaned = name
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, 100);
  return cleaned || (email.split('@')[0] ?? email).slice(0, 100);
}
