import type { AccountMail, PlainMail } from '../mail.kinds.js';

const FOOTNOTE = 'You get this message because it concerns a link of your account.';
const rows = (shortUrl: string | undefined, reason: string | undefined) => [
  { label: 'Link', value: shortUrl ?? '' },
  ...(reason ? [{ label: 'Reason', value: reason }] : []),
];

export const linkDisabled: AccountMail = {
  audience: 'account',
  preferences: [],
  compose: ({ greeting, facts, appUrl }) => ({
    subject: 'One of your links was switched off',
    greeting,
    paragraphs: [
      'An administrator has switched this link off because it seems to break the terms of use. Visitors see a notice instead of its destination.',
      'If you think that is a mistake, please write to us.',
    ],
    rows: rows(facts['shortUrl'], facts['reason']),
    button: { label: 'Contact us', url: appUrl('/contact') },
    footnote: FOOTNOTE,
  }),
};

export const linkQuarantined: AccountMail = {
  audience: 'account',
  preferences: [],
  compose: ({ greeting, facts, appUrl }) => ({
    subject: 'One of your links shows a warning',
    greeting,
    paragraphs: [
      'The destination of this link looks unsafe to us. Visitors see a warning before they go on, until the destination was changed or looked at.',
    ],
    rows: rows(facts['shortUrl'], facts['reason']),
    button: { label: 'See your links', url: appUrl('/dashboard') },
    footnote: FOOTNOTE,
  }),
};

export const linkRestored: AccountMail = {
  audience: 'account',
  preferences: [],
  compose: ({ greeting, facts, appUrl }) => ({
    subject: 'One of your links works again',
    greeting,
    paragraphs: ['An administrator has looked at this link and switched it on again.'],
    rows: rows(facts['shortUrl'], facts['reason']),
    button: { label: 'See your links', url: appUrl('/dashboard') },
    footnote: FOOTNOTE,
  }),
};

const codeRows = ({ title, codeUrl, reason }: Readonly<Record<string, string>>) => [
  { label: 'QR code', value: title ? `${title} (${codeUrl ?? ''})` : (codeUrl ?? '') },
  ...(reason ? [{ label: 'Reason', value: reason }] : []),
];
const CODE_FOOTNOTE = 'You get this message because it concerns a QR code of your account.';

export const codeDisabled: AccountMail = {
  audience: 'account',
  preferences: [],
  compose: ({ greeting, facts, appUrl }) => ({
    subject: 'One of your QR codes was switched off',
    greeting,
    paragraphs: [
      'An administrator has switched this QR code off because it seems to break the terms of use. Whoever scans it sees a notice; its short link, if it has one, rests as well.',
      'If you think that is a mistake, please write to us.',
    ],
    rows: codeRows(facts),
    button: { label: 'Contact us', url: appUrl('/contact') },
    footnote: CODE_FOOTNOTE,
  }),
};

export const codeRestored: AccountMail = {
  audience: 'account',
  preferences: [],
  compose: ({ greeting, facts, appUrl }) => ({
    subject: 'One of your QR codes works again',
    greeting,
    paragraphs: ['An administrator has looked at this QR code and switched it on again.'],
    rows: codeRows(facts),
    button: { label: 'See your QR codes', url: appUrl('/qr-codes') },
    footnote: CODE_FOOTNOTE,
  }),
};

/** To whoever reported a link. Nothing that a stranger typed is repeated: anybody can type anybody's address. */
export const reportReceived: PlainMail = {
  audience: 'address',
  compose: ({ facts }) => ({
    subject: 'We received your report',
    paragraphs: ['Thank you for reporting a link to us. Somebody looks at every report; what is found to be harmful is switched off.'],
    ...(facts['reportId'] ? { rows: [{ label: 'Report', value: facts['reportId'] }] } : {}),
    footnote: 'You get this message because this address was given with a report. If that was not you, you can ignore it.',
  }),
};
