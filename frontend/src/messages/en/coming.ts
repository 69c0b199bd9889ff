import { translator } from '../../lib/i18n/translator';

export const t = translator('coming', {
  badge: 'In the works',
  now: 'What you can do today',
  contactTitle: 'Contact',
  contactText: 'The contact form is being connected to our inbox. Hours: Monday to Friday 8–5 PST, Saturday 9–2, closed on Sunday.',
  doHelp: 'Search the help centre',
  doPricing: 'Compare the plans',
  doFeatures: 'Read what Linqr does',
  doHome: 'Try the quick tool',
});
