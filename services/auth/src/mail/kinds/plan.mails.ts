import type { AccountMail, MailFacts } from '../mail.kinds.js';

/** "Tuesday, 24 November 2026" of an ISO time; empty for anything else. */
export function longDate(iso: string | undefined): string {
  const at = new Date(iso ?? '');
  return Number.isNaN(at.getTime()) ? '' : new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' }).format(at);
}

/** "$9.00" of minor units and an ISO 4217 code; empty where either is missing. */
export function money(facts: MailFacts): string {
  const [amount, currency] = [Number(facts['amountMinor']), (facts['currency'] ?? '').toUpperCase()];
  if (!Number.isSafeInteger(amount) || amount <= 0 || !/^[A-Z]{3}$/.test(currency)) return '';
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

const planName = (facts: MailFacts) => facts['planName'] || 'your plan';

export const trialEnding: AccountMail = {
  audience: 'account',
  preferences: ['emailNotifications'],
  unsubscribe: true,
  verifiedOnly: true,
  compose: ({ greeting, facts, appUrl }) => {
    const ends = longDate(facts['endsAt']);
    // Waited for the mail server until it was over: the next mail says that.
    if (facts['endsAt'] && new Date(facts['endsAt']).getTime() < Date.now()) return undefined;
    return {
      subject: `Your trial of ${planName(facts)} ends in three days`,
      greeting,
      paragraphs: [
        `Your free trial of ${planName(facts)} ends${ends ? ` on ${ends}` : ' soon'}. Nothing is charged: without a plan your account goes on as Free.`,
        'All your links and QR codes keep working either way. Beyond the limits of Free you only cannot make new ones.',
      ],
      ...(ends ? { rows: [{ label: 'Trial ends', value: ends }] } : {}),
      button: { label: 'Choose a plan', url: appUrl('/billing') },
      footnote: 'You get this message because email notifications are on in your settings.',
    };
  },
};

export const trialEnded: AccountMail = {
  audience: 'account',
  preferences: ['emailNotifications'],
  unsubscribe: true,
  verifiedOnly: true,
  compose: ({ greeting, facts, appUrl }) => ({
    subject: `Your trial of ${planName(facts)} has ended`,
    greeting,
    paragraphs: [
      `Your free trial of ${planName(facts)} is over and your account is on Free now. Nothing was charged.`,
      'Every link and QR code you made keeps working, also those beyond the limits of Free.',
    ],
    button: { label: 'See plans', url: appUrl('/billing') },
    footnote: 'You get this message because email notifications are on in your settings.',
  }),
};

/** About money: sent whatever is preferred. */
export const paymentFailed: AccountMail = {
  audience: 'account',
  preferences: [],
  compose: ({ greeting, facts, appUrl }) => {
    const [amount, retry] = [money(facts), longDate(facts['retryAt'])];
    return {
      subject: 'Your payment did not go through',
      greeting,
      paragraphs: [
        `The payment for ${planName(facts)} was declined. ${retry ? 'It is tried again by itself; you can also change the payment method now.' : 'Please change the payment method to keep the plan.'}`,
        'Your links and QR codes keep working meanwhile.',
      ],
      rows: [...(amount ? [{ label: 'Amount', value: amount }] : []), ...(retry ? [{ label: 'Next attempt', value: retry }] : [])],
      button: { label: 'Change payment method', url: appUrl('/billing') },
      footnote: 'You get this message because it concerns a payment of your account.',
    };
  },
};

export const planEnded: AccountMail = {
  audience: 'account',
  preferences: [],
  compose: ({ greeting, facts, appUrl }) => ({
    subject: `${facts['planName'] ? `Your plan ${facts['planName']}` : 'Your plan'} has ended`,
    greeting,
    paragraphs: [
      'Your account is on Free now. Every link and QR code you made keeps working, also those beyond its limits; only new ones are counted against them.',
    ],
    button: { label: 'See plans', url: appUrl('/billing') },
    footnote: 'You get this message because it concerns the plan of your account.',
  }),
};
