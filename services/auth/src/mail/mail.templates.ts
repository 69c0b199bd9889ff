import { layOut, type MailContent } from './mail.layout.js';
import type { MailKind } from './mail.outbox.js';

export interface MailFacts {
  /** As the account holder typed it: not to be trusted, mail goes to whoever's address was typed. */
  name: string;
  /** Where people open the app, without a slash at the end. */
  appOrigin: string;
  /** For the kinds that carry a link. */
  token?: string;
}

/** A name that looks like an advertisement or a link is left out: sign-up must not become a way to send strangers such text. */
export function greetingFor(name: string): string {
  return name.length <= 60 && !/[:/@<>]|www\.|\.\p{L}{2,}/iu.test(name) ? `Hello ${name},` : 'Hello,';
}

const NOT_YOU = 'If that was not you, somebody may know your password: reset it now on the sign-in page, which also ends every session.';

/** What each kind of mail says. */
export function renderMail(kind: MailKind, facts: MailFacts): MailContent {
  const greeting = greetingFor(facts.name);
  const link = (path: string) => `${facts.appOrigin}${path}?token=${encodeURIComponent(facts.token ?? '')}`;
  switch (kind) {
    case 'verify_email':
      return layOut({
        subject: 'Verify your email address',
        greeting,
        paragraphs: ['Welcome to Linqr. Please confirm that this is your email address.'],
        button: { label: 'Verify email address', url: link('/verify-email') },
        footnote: 'The link is good for 24 hours and works once. If you did not sign up for Linqr, you can ignore this message.',
      });
    case 'reset_password':
      return layOut({
        subject: 'Reset your password',
        greeting,
        paragraphs: ['Somebody asked to reset the password of your Linqr account. Choose a new one here.'],
        button: { label: 'Choose a new password', url: link('/reset-password') },
        footnote:
          'The link is good for one hour and works once. If you did not ask for it, you can ignore this message: nothing has changed.',
      });
    case 'password_changed':
      return layOut({
        subject: 'Your password was changed',
        greeting,
        paragraphs: ['The password of your Linqr account has just been changed, and other sessions were signed out.', NOT_YOU],
        button: { label: 'Open Linqr', url: `${facts.appOrigin}/login` },
        footnote: 'You get this message because it concerns the security of your account.',
      });
    case 'api_key_replaced':
      return layOut({
        subject: 'Your API key was replaced',
        greeting,
        paragraphs: ['A new API key was made for your Linqr account. The one before has stopped working.', NOT_YOU],
        button: { label: 'See your API key', url: `${facts.appOrigin}/api-keys` },
        footnote: 'You get this message because security alerts are on in your settings.',
      });
    case 'session_reuse':
      return layOut({
        subject: 'A session of yours was ended',
        greeting,
        paragraphs: ['A sign-in of your Linqr account was used from two places, so we ended it. Please sign in again.', NOT_YOU],
        button: { label: 'Sign in', url: `${facts.appOrigin}/login` },
        footnote: 'You get this message because security alerts are on in your settings.',
      });
  }
}
