import {
  type AuthenticatedSession,
  Role,
  type ApiKey as WireApiKey,
  type EmailChange as WireEmailChange,
  type User as WireUser,
} from '@linqr/proto/auth/v1/auth';
import type { ShownApiKey } from './api-keys/api-key.service.js';
import type { EmailChange } from './email-change/email-change.repository.js';
import { ACCESS_TOKEN_SECONDS } from './sessions/access-token.js';
import type { SignedIn } from './sessions/session.service.js';
import type { Profile } from './users/profile.service.js';
import type { User } from './users/user.js';

const ROLES = { user: Role.ROLE_USER, admin: Role.ROLE_ADMIN } as const;

export function roleToProto(role: User['role'] | undefined): Role {
  return role ? ROLES[role] : Role.ROLE_UNSPECIFIED;
}

/** With what only admins may know. */
export function userForAdminToProto(user: User): WireUser {
  return { ...userToProto(user), disabledReason: user.disabledReason };
}

export function userToProto(user: User): WireUser {
  return {
    id: user.id,
    workspaceId: user.workspaceId,
    name: user.name,
    email: user.email,
    company: user.company,
    website: user.website,
    role: roleToProto(user.role),
    emailVerified: user.emailVerified,
    createdAt: user.createdAt.toISOString(),
    disabled: user.disabled,
    disabledReason: '',
    emailChange: undefined,
    hasPassword: user.hasPassword,
  };
}

export function emailChangeToProto(change: EmailChange): WireEmailChange {
  return {
    newEmail: change.newEmail,
    confirmedByCurrent: change.confirmedByCurrent,
    confirmedByNew: change.confirmedByNew,
    expiresAt: change.expiresAt.toISOString(),
  };
}

/** With the change of address under way. */
export function profileToProto({ user, emailChange }: Profile): WireUser {
  return { ...userToProto(user), ...(emailChange ? { emailChange: emailChangeToProto(emailChange) } : {}) };
}

export function signedInToProto(signedIn: SignedIn): AuthenticatedSession {
  return {
    user: userToProto(signedIn.user),
    accessToken: signedIn.accessToken,
    refreshToken: signedIn.refreshToken,
    accessTokenSeconds: ACCESS_TOKEN_SECONDS,
    refreshTokenSeconds: signedIn.refreshTokenSeconds,
    sessionId: signedIn.sessionId,
    rememberMe: signedIn.rememberMe,
    secondStep: undefined,
  };
}

export function apiKeyToProto(key: ShownApiKey): WireApiKey {
  return { id: key.id, key: key.key, createdAt: key.createdAt.toISOString(), lastUsedAt: key.lastUsedAt?.toISOString() };
}
