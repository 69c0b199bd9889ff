import { issueEmailChangeToken } from '../../email-change/email-change.repository.js';
import { findUserByEmail } from '../../users/user.repository.js';
import type { AccountMail, AccountMailContext, MailFacts } from '../mail.kinds.js';

const NOT_YOU = 'If that was not you, somebody may have your password: reset it now on the sign-in page, which also ends every session.';
const ALERT_FOOTNOTE = 'You get this message because security alerts are on in your settings.';

/** What is told of an event; others go without. */
const ALERTS: Record<string, { subject: string; text: string }> = {
  signed_in: {
    subject: 'A new sign-in to your account',
    text: 'Somebody has signed in to your Linqr account from a place we have not seen lately.',
  },
  two_factor_enabled: {
    subject: 'Two-factor authentication is on',
    text: 'Signing in to your Linqr account with the password now needs a code of your authenticator app too.',
  },
  two_factor_disabled: {
    subject: 'Two-factor authentication was switched off',
    text: 'Your Linqr account is protected by its password alone again.',
  },
  recovery_codes_replaced: {
    subject: 'Your recovery codes were replaced',
    text: 'Ten new recovery codes were made for your Linqr account. The old ones have stopped working.',
  },
  recovery_code_used: {
    subject: 'A recovery code was used',
    text: 'Somebody has used one of the recovery codes of your Linqr account. It does not work a second time.',
  },
  passkey_added: { subject: 'A passkey was added', text: 'A new passkey can now sign in to your Linqr account.' },
  passkey_removed: {
    subject: 'A passkey was removed',
    text: 'One of the passkeys of your Linqr account was removed and does not sign in any more.',
  },
  passkey_refused: {
    subject: 'A passkey of yours was refused',
    text: 'Somebody tried to sign in to your Linqr account with a passkey that did not verify. It may be a copy: if you did not just try yourself, remove the passkey in your settings.',
  },
  identity_connected: {
    subject: 'A sign-in was connected to your account',
    text: 'An account at Google or GitHub can now sign in to your Linqr account.',
  },
  identity_disconnected: {
    subject: 'A sign-in was disconnected',
    text: 'An account at Google or GitHub does not sign in to your Linqr account any more.',
  },
};

const whereFrom = (facts: MailFacts) => [
  ...(facts['device'] ? [{ label: 'Device', value: facts['device'].slice(0, 200) }] : []),
  ...(facts['place'] ? [{ label: 'Network', value: facts['place'] }] : []),
];

export const securityAlert: AccountMail = {
  audience: 'account',
  preferences: ['securityAlerts'],
  compose: ({ greeting, facts, appUrl }) => {
    const alert = ALERTS[facts['action'] ?? ''];
    return (
      alert && {
        subject: alert.subject,
        greeting,
        paragraphs: [alert.text, NOT_YOU],
        rows: whereFrom(facts),
        button: { label: 'See recent activity', url: appUrl('/settings', { tab: 'security' }) },
        footnote: ALERT_FOOTNOTE,
      }
    );
  },
};

const linkFor = async ({ db, user, facts, appUrl }: AccountMailContext, link: 'current' | 'new' | 'cancel') => {
  const token = await issueEmailChangeToken(db, user.id, facts['newEmail'] ?? '', link);
  return token && appUrl('/confirm-email', link === 'cancel' ? { cancel: token } : { token });
};

/** To the present address. */
export const emailChangeCurrent: AccountMail = {
  audience: 'account',
  preferences: [],
  compose: async (context) => {
    const [confirm, cancel] = [await linkFor(context, 'current'), await linkFor(context, 'cancel')];
    if (!confirm || !cancel) return undefined;
    return {
      subject: 'Confirm the change of your email address',
      greeting: context.greeting,
      paragraphs: [
        `Somebody, most likely you, asked to change the address of your Linqr account to ${context.facts['newEmail'] ?? ''}. Nothing changes until both addresses have confirmed.`,
        `That was not you? Cancel the change here, then change your password: ${cancel}`,
      ],
      button: { label: 'Confirm the change', url: confirm },
      footnote: 'The links are good for 24 hours and work once.',
    };
  },
};

/** To the new address. Its owner may have an account already: then they are told, and whoever asked is not. */
export const emailChangeNew: AccountMail = {
  audience: 'account',
  preferences: [],
  compose: async (context) => {
    const owner = await findUserByEmail(context.db, context.to);
    if (owner && owner.id !== context.user.id)
      return {
        subject: 'Somebody tried to use your email address',
        greeting: 'Hello,',
        paragraphs: [
          'Somebody asked to use this address for another Linqr account. It belongs to your account already, so nothing was changed.',
          'If that was you, sign in with this address instead.',
        ],
        button: { label: 'Sign in', url: context.appUrl('/login') },
        footnote: 'If it was not you, you can ignore this message.',
      };
    const confirm = await linkFor(context, 'new');
    if (!confirm) return undefined;
    return {
      subject: 'Confirm your new email address',
      greeting: context.greeting,
      paragraphs: ['Please confirm that this is the new address of your Linqr account.'],
      button: { label: 'Confirm this address', url: confirm },
      footnote: 'The link is good for 24 hours and works once. If you did not ask for this, you can ignore this message.',
    };
  },
};

/** To the address before. */
export const emailChanged: AccountMail = {
  audience: 'account',
  preferences: [],
  compose: ({ greeting, facts, appUrl }) => ({
    subject: 'Your email address was changed',
    greeting,
    paragraphs: [
      `Your Linqr account now has the address ${facts['newEmail'] ?? ''}, confirmed from both addresses.`,
      'If that was not you, please write to whoever runs this Linqr installation at once.',
    ],
    button: { label: 'Contact us', url: appUrl('/contact') },
    footnote: 'You get this message because it concerns the security of your account. It is the last one to this address.',
  }),
};
