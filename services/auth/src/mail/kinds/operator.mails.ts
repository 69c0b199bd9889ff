import type { MailFacts, PlainMail } from '../mail.kinds.js';

/** Somebody filled in the contact form. Answering the mail answers them. */
export const contactMessage: PlainMail = {
  audience: 'operator',
  compose: ({ facts, appUrl }) => ({
    subject: `Contact: ${facts['subject'] ?? ''}`,
    paragraphs: [`${facts['name'] || 'Somebody'} wrote through the contact form.`],
    rows: labelled(facts, { Name: 'name', Email: 'email', About: 'type', Subject: 'subject' }),
    quote: facts['message'] ?? '',
    button: { label: 'Open messages', url: appUrl('/admin') },
    footnote: 'You get this message because your address is set as OPERATOR_EMAIL of this installation.',
    ...(facts['email'] ? { replyTo: facts['email'] } : {}),
  }),
};

/** Anything else whoever runs the installation has to know: facts `subject`, `text`, and up to ten more that are listed. */
export const operatorNotice: PlainMail = {
  audience: 'operator',
  compose: ({ facts, appUrl }) => {
    const { subject, text, ...rest } = facts;
    return {
      subject: subject ?? 'Notice',
      paragraphs: [text ?? ''],
      rows: Object.entries(rest)
        .slice(0, 10)
        .map(([label, value]) => ({ label, value })),
      button: { label: 'Open admin', url: appUrl('/admin') },
      footnote: 'You get this message because your address is set as OPERATOR_EMAIL of this installation.',
    };
  },
};

function labelled(facts: MailFacts, fields: Record<string, string>) {
  return Object.entries(fields).flatMap(([label, key]) => (facts[key] ? [{ label, value: facts[key] }] : []));
}
