import { translator } from '../../lib/i18n/translator';

export const t = translator('qr-content', {
  url: 'Website',
  text: 'Text',
  email: 'Email',
  phone: 'Phone',
  sms: 'SMS',
  wifi: 'WiFi',
  type: 'Type',
  content: 'Content',
  urlPlaceholder: 'https://example.com/menu',
  textPlaceholder: 'Any text',
  subject: 'Subject',
  message: 'Message',
  network: 'Network name',
  networkPassword: 'Network password',
  security: 'Security',
  securityWpa: 'WPA, WPA2 or WPA3',
  securityWep: 'WEP',
  securityNone: 'None',
  hiddenNetwork: 'The network is hidden',
});
