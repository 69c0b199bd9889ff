import { AppError } from '@linqr/platform/errors';
import { type AuthenticatedSession, type EmailChange, Role, type SecondStep, type User } from '@linqr/proto/auth/v1/auth';
import type { z } from 'zod';
import type { emailChangeAnswer, profileAnswer, secondStepAnswer, userAnswer } from './account.dto.js';

export function presentUser(user: User | undefined): z.output<typeof userAnswer> {
  if (!user)
    throw new AppError('INTERNAL', 'Something went wrong on our side. Please try again.', { internal: 'auth answered without a user' });
  const isAdmin = user.role === Role.ROLE_ADMIN;
  return {
    id: user.id,
    _id: user.id,
    name: user.name,
    email: user.email,
    company: user.company,
    website: user.website,
    role: isAdmin ? 'admin' : 'user',
    isAdmin,
    emailVerified: user.emailVerified,
    workspaceId: user.workspaceId,
    createdAt: user.createdAt ?? '',
    hasPassword: user.hasPassword,
  };
}

export function presentEmailChange(change: EmailChange | undefined): z.output<typeof emailChangeAnswer> | null {
  return change
    ? {
        newEmail: change.newEmail,
        confirmedByCurrent: change.confirmedByCurrent,
        confirmedByNew: change.confirmedByNew,
        expiresAt: change.expiresAt ?? '',
      }
    : null;
}

export function presentProfile(user: User): z.output<typeof profileAnswer> {
  return { user: presentUser(user), emailChange: presentEmailChange(user.emailChange) };
}

export function presentSecondStep({ challenge, methods }: SecondStep): z.output<typeof secondStepAnswer> {
  return { twoFactorRequired: true, challenge, methods: methods as z.output<typeof secondStepAnswer>['methods'] };
}

export function presentSession(session: AuthenticatedSession) {
  return { user: presentUser(session.user), accessToken: session.accessToken, refreshToken: session.refreshToken };
}
