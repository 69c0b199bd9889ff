import { issueDeletionCode } from '../../account/deletion-code.js';
import { issueToken } from '../../one-time-tokens/one-time-token.repository.js';
import type { AccountMail, AccountMailContext, PlainMail } from '../mail.kinds.js';

const NOT_YOU = 'If that was not you, somebody may know your password: reset it now on the sign-in page, which also ends every session.';

const tokenUrl = async ({ db, user, to, appUrl }: AccountMailContext, purpose: 'verify_email' | 'reset_password', path: string) =>
  appUrl(path, { token: await issueToken(db, purpose, { userId: user.id, email: to }) });

export const verifyEmail: AccountMail = {
  audience: 'account',
  preferences: [],
  compose: async (context) => {
    if (context.user.emailVerified) return undefined;
    return {
      subject: 'Verify your email address',
      greeting: context.greeting,
      paragraphs: ['Welcome to Linqr. Please confirm that this is your email address.'],
      button: { label: 'Verify email address', url: await tokenUrl(context, 'verify_email', '/verify-email') },
      footnote: 'The link is good for 24 hours and works once. If you did not sign up for Linqr, you can ignore this message.',
    };
  },
};

export const resetPassword: AccountMail = {
  audience: 'account',
  preferences: [],
  compose: async (context) => ({
    subject: 'Reset your password',
    greeting: context.greeting,
    paragraphs: ['Somebody asked to reset the password of your Linqr account. Choose a new one here.'],
    button: { label: 'Choose a new password', url: await tokenUrl(context, 'reset_password', '/reset-password') },
    footnote: 'The link is good for one hour and works once. If you did not ask for it, you can ignore this message: nothing has changed.',
  }),
};

export const passwordChanged: AccountMail = {
  audience: 'account',
  preferences: [],
  compose: ({ greeting, appUrl }) => ({
    subject: 'Your password was changed',
    greeting,
    paragraphs: ['The password of your Linqr account has just been changed, and other sessions were signed out.', NOT_YOU],
    button: { label: 'Open Linqr', url: appUrl('/login') },
    footnote: 'You get this message because it concerns the security of your account.',
  }),
};

export const apiKeyReplaced: AccountMail = {
  audience: 'account',
  preferences: ['securityAlerts'],
  compose: ({ greeting, appUrl }) => ({
    subject: 'Your API key was replaced',
    greeting,
    paragraphs: ['A new API key was made for your Linqr account. The one before has stopped working.', NOT_YOU],
    button: { label: 'See your API key', url: appUrl('/api-keys') },
    footnote: 'You get this message because security alerts are on in your settings.',
  }),
};

export const sessionReuse: AccountMail = {
  audience: 'account',
  preferences: ['securityAlerts'],
  compose: ({ greeting, appUrl }) => ({
    subject: 'A session of yours was ended',
    greeting,
    paragraphs: ['A sign-in of your Linqr account was used from two places, so we ended it. Please sign in again.', NOT_YOU],
    button: { label: 'Sign in', url: appUrl('/login') },
    footnote: 'You get this message because security alerts are on in your settings.',
  }),
};

export const deletionCode: AccountMail = {
  audience: 'account',
  preferences: [],
  compose: async ({ db, user, to, greeting }) => ({
    subject: 'Your code to delete your account',
    greeting,
    paragraphs: [
      'Somebody, most likely you, asked to delete your Linqr account. Type this code where you were asked for it. Your links and QR codes stop working when you do.',
    ],
    code: await issueDeletionCode(db, { userId: user.id, email: to }),
    footnote:
      'The code is good for 15 minutes and works once. If you did not ask for it, change your password: somebody is signed in as you.',
  }),
};

/** The last one. The local mailbox forgets whatever it holds for the address when it sees the header. */
export const accountDeleted: PlainMail = {
  audience: 'address',
  headers: { 'Linqr-Account': 'deleted' },
  compose: ({ facts }) => ({
    subject: 'Your Linqr account was deleted',
    paragraphs: [
      facts['by'] === 'admin'
        ? 'An administrator of this Linqr installation has deleted your account.'
        : 'Your Linqr account was deleted, as you asked.',
      'Your links and QR codes have stopped working, and your data is being removed from every part of Linqr. This is the last message we send to this address.',
    ],
    footnote:
      'There is nothing more to do. The addresses of your short links stay reserved and lead nowhere, so that nobody can take them over.',
  }),
};
