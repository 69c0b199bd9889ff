// What opening `/qr/{id}` shows for codes that hold something else than a web address.
import { buildPayload, parseContent, type QrContent, type QrType, type WifiSecurity } from '@linqr/qr-render';
import type { Reply } from '../http/reply.js';
import { CONTENT, type ContentType } from '../target/target.js';
import { type Html, html } from './html.js';
import { page } from './page.layout.js';

export interface CodePageOptions {
  id: string;
  type: ContentType;
  content: string;
  appOrigin: string;
}

export function codePage({ id, type, content, appOrigin }: CodePageOptions): Reply {
  // Read as the renderer read it when it drew the code; what it would refuse today is shown as it stands.
  const parsed = parseContent(QR_TYPE[type] ?? 'text', content);
  const { title, body } = parsed.ok ? show(parsed.value) : asText(content);
  return page({ status: 200, outcome: 'code', title, content: body, appOrigin, reportOf: id, script: true });
}

const QR_TYPE: Partial<Record<ContentType, QrType>> = {
  [CONTENT.text]: 'text',
  [CONTENT.email]: 'email',
  [CONTENT.phone]: 'phone',
  [CONTENT.sms]: 'sms',
  [CONTENT.wifi]: 'wifi',
};

interface Shown {
  title: string;
  body: Html;
}

const copyable = (id: string, text: string, label = 'Copy'): Html => html`<span class="value" id="${id}">${text}</span>
<button class="button quiet" type="button" data-copy="${id}" hidden>${label}</button>`;

const action = (href: string, label: string): Html => html`<a class="button" href="${href}">${label}</a>`;

const asText = (content: string): Shown => ({ title: 'Text', body: copyable('content', content) });

function show(content: QrContent): Shown {
  switch (content.type) {
    case 'url':
      return asText(content.url);
    case 'text':
      return asText(content.text);
    case 'email':
      return {
        title: 'Email address',
        body: html`${copyable('content', content.address)}${content.subject === '' ? undefined : html`<p>Subject: ${content.subject}</p>`}${action(buildPayload(content), 'Write an email')}`,
      };
    case 'phone':
      return {
        title: 'Phone number',
        body: html`${copyable('content', content.number)}${action(`tel:${dialled(content.number)}`, 'Call')}`,
      };
    case 'sms': {
      const body = content.message === '' ? '' : `?body=${encodeURIComponent(content.message)}`;
      return {
        title: 'Text message',
        body: html`${copyable('content', content.number)}${content.message === '' ? undefined : html`<p>Message: ${content.message}</p>`}${action(`sms:${dialled(content.number)}${body}`, 'Write a message')}`,
      };
    }
    case 'wifi': {
      const password =
        content.security === 'nopass' || content.password === ''
          ? undefined
          : html`<div><dt>Password</dt><dd>${copyable('password', content.password, 'Copy the password')}</dd></div>`;
      return {
        title: 'Join this Wi-Fi',
        body: html`<p>Choose the network in your device's Wi-Fi settings.</p>
<dl><div><dt>Network</dt><dd><span class="value" id="network">${content.ssid}</span></dd></div>
${password}
<div><dt>Security</dt><dd>${SECURITY[content.security]}${content.hidden ? ', hidden network' : ''}</dd></div></dl>`,
      };
    }
  }
}

const SECURITY: Record<WifiSecurity, string> = { WPA: 'WPA/WPA2/WPA3', WEP: 'WEP', nopass: 'None' };

/** Only what a dialler understands. */
const dialled = (number: string): string => number.replace(/[^\d+*#;,]/g, '').replaceAll('#', '%23');
