import { translator } from '../../lib/i18n/translator';

export const t = translator('coming', {
  badge: 'In the works',
  now: 'What you can do today',
  docsTitle: 'Documentation',
  docsText: 'Guides for links, QR codes, analytics, webhooks and custom domains are being written.',
  apiTitle: 'API',
  apiText: 'Everything the app does goes through one HTTP API. Its reference is generated from the running server.',
  helpTitle: 'Help centre',
  helpText: 'Searchable answers to the questions that come up are being written.',
  contactTitle: 'Contact',
  contactText: 'The contact form is being connected to our inbox. Hours: Monday to Friday 8–5 PST, Saturday 9–2, closed on Sunday.',
  doPricing: 'Compare the plans',
  doFeatures: 'Read what Linqr does',
  doReference: 'Open the API reference',
  doSpec: 'Download the OpenAPI description',
  doHome: 'Try the quick tool',
  doPrivacy: 'Read what we store and what we do not',
});
