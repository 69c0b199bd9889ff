import type { AuthenticatedSession } from '@linqr/proto/auth/v1/auth';
import {
  type FinishOAuthResponse,
  FinishOAuthResponse_Outcome as Outcome,
  type Passkey as WirePasskey,
  type SecurityEvent as WireSecurityEvent,
} from '@linqr/proto/auth/v1/identity';
import type { SecurityEvent } from './audit/security-event.js';
import { signedInToProto } from './auth.proto.js';
import type { OAuthOutcome } from './identities/oauth.service.js';
import type { Passkey } from './passkeys/passkey.repository.js';
import type { SignInOutcome } from './sessions/sign-in.service.js';

/** A session, or the second step that it waits for. */
export function signInToProto(outcome: SignInOutcome): AuthenticatedSession {
  if (!('challenge' in outcome)) return signedInToProto(outcome);
  return {
    user: undefined,
    accessToken: '',
    refreshToken: '',
    accessTokenSeconds: 0,
    refreshTokenSeconds: 0,
    sessionId: '',
    rememberMe: false,
    secondStep: { challenge: outcome.challenge, methods: outcome.methods },
  };
}

export function passkeyToProto(passkey: Passkey): WirePasskey {
  return {
    id: passkey.id,
    name: passkey.name,
    createdAt: passkey.created_at.toISOString(),
    lastUsedAt: passkey.last_used_at?.toISOString(),
  };
}

const OUTCOMES = {
  signed_in: Outcome.OUTCOME_SIGNED_IN,
  connected: Outcome.OUTCOME_CONNECTED,
  cancelled: Outcome.OUTCOME_CANCELLED,
  waiting: Outcome.OUTCOME_WAITING,
} as const;

export function oauthOutcomeToProto(outcome: OAuthOutcome): FinishOAuthResponse {
  return {
    returnTo: outcome.returnTo,
    outcome: OUTCOMES[outcome.kind],
    session: outcome.kind === 'signed_in' ? signInToProto(outcome.signIn) : undefined,
    waitingToken: outcome.kind === 'waiting' ? outcome.token : '',
    email: outcome.kind === 'waiting' ? outcome.email : '',
  };
}

export function securityEventToProto(event: SecurityEvent): WireSecurityEvent {
  return { id: event.id, action: event.action, at: event.at.toISOString(), device: event.device, place: event.place };
}
