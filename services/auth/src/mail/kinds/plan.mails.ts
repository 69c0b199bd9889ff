import type { AccountMail } from '../mail.kinds.js';

/** "Tuesday, 24 November 2026" of an ISO time; empty for anything else. */
export function longDate(iso: string | undefined): string {
  const at = new Date(iso ?? '');
  return Number.isNaN(at.getTime()) ? '' : new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' }).format(at);
}

/** The name of a plan in the catalogue. Rejects while it cannot be had: the mail is tried again later. */
export type PlanNames = (plan: string) => Promise<string>;

export function planMails(nameOf: PlanNames): Record<'trialEnding' | 'trialEnded' | 'paymentFailed' | 'planEnded', AccountMail> {
  return {
    trialEnding: trialEnding(nameOf),
    trialEnded: trialEnded(nameOf),
    paymentFailed: paymentFailed(nameOf),
    planEnded: planEnded(nameOf),
  };
}

const trialEnding = (nameOf: PlanNames): AccountMail => ({
  audience: 'account',
  preferences: ['emailNotifications'],
  unsubscribe: true,
  verifiedOnly: true,
  compose: async ({ greeting, facts, appUrl }) => {
    // Waited for the mail server until it was over: the next mail says that.
    if (facts['endsAt'] && new Date(facts['endsAt']).getTime() < Date.now()) return undefined;
    const [name, ends] = [await nameOf(facts['plan'] ?? ''), longDate(facts['endsAt'])];
    const when = ends ? `on ${ends}` : 'soon';
    return {
      subject: `Your trial of ${name} ends in three days`,
      greeting,
      paragraphs:
        facts['paying'] === 'true'
          ? [`Your free trial of ${name} ends ${when}. The plan goes on from then, paid with the payment method you have given.`]
          : [
              `Your free trial of ${name} ends ${when}. Nothing is charged: without a plan your account goes on as Free.`,
              'All your links and QR codes keep working either way. Beyond the limits of Free you only cannot make new ones.',
            ],
      ...(ends ? { rows: [{ label: 'Trial ends', value: ends }] } : {}),
      button: { label: facts['paying'] === 'true' ? 'See your plan' : 'Choose a plan', url: appUrl('/billing') },
      footnote: 'You get this message because email notifications are on in your settings.',
    };
  },
});

const trialEnded = (nameOf: PlanNames): AccountMail => ({
  audience: 'account',
  preferences: ['emailNotifications'],
  unsubscribe: true,
  verifiedOnly: true,
  compose: async ({ greeting, facts, appUrl }) => {
    const name = await nameOf(facts['plan'] ?? '');
    return {
      subject: `Your trial of ${name} has ended`,
      greeting,
      paragraphs: [
        `Your free trial of ${name} is over and your account is on Free now. Nothing was charged.`,
        'Every link and QR code you made keeps working, also those beyond the limits of Free.',
      ],
      button: { label: 'See plans', url: appUrl('/billing') },
      footnote: 'You get this message because email notifications are on in your settings.',
    };
  },
});

/** About money: sent whatever is preferred. */
const paymentFailed = (nameOf: PlanNames): AccountMail => ({
  audience: 'account',
  preferences: [],
  compose: async ({ greeting, facts, appUrl }) => {
    const [name, keptUntil] = [await nameOf(facts['plan'] ?? ''), longDate(facts['keptUntil'])];
    return {
      subject: 'Your payment did not go through',
      greeting,
      paragraphs: [
        `The payment for ${name} was declined. It is tried again by itself; you can also change the payment method now.`,
        'Your links and QR codes keep working, whatever happens.',
      ],
      ...(keptUntil ? { rows: [{ label: `${name} is kept until`, value: keptUntil }] } : {}),
      button: { label: 'Change payment method', url: appUrl('/billing') },
      footnote: 'You get this message because it concerns a payment of your account.',
    };
  },
});

const planEnded = (nameOf: PlanNames): AccountMail => ({
  audience: 'account',
  preferences: [],
  compose: async ({ greeting, facts, appUrl }) => ({
    subject: `Your plan ${await nameOf(facts['plan'] ?? '')} has ended`,
    greeting,
    paragraphs: [
      'Your account is on Free now. Every link and QR code you made keeps working, also those beyond its limits; only new ones are counted against them.',
    ],
    button: { label: 'See plans', url: appUrl('/billing') },
    footnote: 'You get this message because it concerns the plan of your account.',
  }),
});
