import type { AccountMail } from '../mail.kinds.js';

const FOOTNOTE = 'You get this message because email notifications are on in your settings.';
const rows = (url: string | undefined, reason: string | undefined) => [
  { label: 'Webhook', value: url ?? '' },
  ...(reason ? [{ label: 'Reason', value: reason }] : []),
];

export const webhookFailing: AccountMail = {
  audience: 'account',
  preferences: ['emailNotifications'],
  unsubscribe: true,
  compose: ({ greeting, facts, appUrl }) => ({
    subject: 'One of your webhooks is failing',
    greeting,
    paragraphs: [
      'Every delivery to this webhook has failed for a while. We keep trying; if it does not recover, it will be switched off and deliveries stop.',
    ],
    rows: rows(facts['url'], facts['reason']),
    button: { label: 'See its deliveries', url: appUrl('/webhooks') },
    footnote: FOOTNOTE,
  }),
};

export const webhookDisabled: AccountMail = {
  audience: 'account',
  preferences: ['emailNotifications'],
  unsubscribe: true,
  compose: ({ greeting, facts, appUrl }) => ({
    subject: 'One of your webhooks was switched off',
    greeting,
    paragraphs: [
      'Deliveries to this webhook had failed for days, so it was switched off. Mend the receiver, switch the webhook on again, and replay what it missed.',
    ],
    rows: rows(facts['url'], facts['reason']),
    button: { label: 'Open webhooks', url: appUrl('/webhooks') },
    footnote: FOOTNOTE,
  }),
};
