import type { ProviderKey, SecondStepAsked, SecondStepMethod } from './auth.api';

/** How somebody comes back from a provider: what the gateway put behind the # of /login, or into its query. */
export interface Arrival {
  /** The account asks for a second step. */
  secondStep?: SecondStepAsked;
  /** An account has this address: its own sign-in connects the two. */
  connect?: { token: string; provider: ProviderKey; email: string };
  /** A code of the API. */
  problem?: { code: string; provider: ProviderKey | undefined };
  /** A path of the app. */
  returnTo?: string;
}

const METHODS: readonly string[] = ['totp', 'recovery', 'passkey'] satisfies SecondStepMethod[];
const providerOf = (text: string | null): ProviderKey | undefined => (text === 'google' || text === 'github' ? text : undefined);

export function readArrival({ hash, search }: { hash: string; search: string }): Arrival {
  const behind = new URLSearchParams(hash.replace(/^#/, ''));
  const query = new URLSearchParams(search);
  const arrival: Arrival = {};
  const challenge = behind.get('challenge');
  if (challenge) {
    const methods = (behind.get('methods') ?? '').split(',').filter((method): method is SecondStepMethod => METHODS.includes(method));
    arrival.secondStep = { twoFactorRequired: true, challenge, methods: methods.length > 0 ? methods : ['totp'] };
  }
  const [token, provider] = [behind.get('connect'), providerOf(behind.get('provider'))];
  if (token && provider) arrival.connect = { token, provider, email: behind.get('email') ?? '' };
  const code = query.get('problem');
  if (code) arrival.problem = { code, provider: providerOf(query.get('provider')) };
  const returnTo = behind.get('returnTo') ?? '';
  // Only ever a path of this app, whatever the address bar was given.
  if (/^\/(?![/\\])/.test(returnTo)) arrival.returnTo = returnTo;
  return arrival;
}
