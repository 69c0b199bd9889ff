import { translator } from '../../lib/i18n/translator';

const t = translator('library-faq', {
  q1: 'Do links expire by themselves?',
  a1: 'No. A link lives until you delete it, unless you give it an expiry date or a click limit. That holds on every plan.',
  q2: 'What happens to my links when I stop paying?',
  a2: 'They keep redirecting and counting. A smaller plan only limits how many new ones you can make.',
  q3: 'Can I change a link or a code after I gave it out?',
  a3: 'Yes, the destination of a link and of a Website code can change at any time. Visitors get the new one within a second.',
  q4: 'Do you track the people who click?',
  a4: 'We count visits without storing network addresses and without cookies, and nobody can be followed across links or days. The privacy page says exactly what is kept.',
  q5: 'Do I need to be a developer?',
  a5: 'No. Everything works on the screen. The API and webhooks are there for those who want them.',
  q6: 'How fast do you answer?',
  a6: 'Within 24 hours. Our hours are Monday to Friday 8–5 PST and Saturday 9–2; on Sunday we are closed.',
  q7: 'Can I run Linqr myself?',
  a7: 'Yes. It is open source under the Apache license and starts with one command; the documentation has a chapter on it.',
});

/** Questions of the help center; also its structured data. */
export const faq = [
  { question: t('q1'), answer: t('a1') },
  { question: t('q2'), answer: t('a2') },
  { question: t('q3'), answer: t('a3') },
  { question: t('q4'), answer: t('a4') },
  { question: t('q5'), answer: t('a5') },
  { question: t('q6'), answer: t('a6') },
  { question: t('q7'), answer: t('a7') },
] as const;
