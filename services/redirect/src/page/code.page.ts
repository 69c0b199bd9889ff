// What opening `/qr/{id}` shows for codes that hold something else than a web address.
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
  const { title, body } = CONTENTS[type]?.(content) ?? asText(content);
  return page({ status: 200, outcome: 'code', title, content: body, appOrigin, reportOf: id, script: true });
}

interface Shown {
  title: string;
  body: Html;
}

const copyable = (id: string, text: string, label = 'Copy'): Html => html`<span class="value" id="${id}">${text}</span>
<button class="button quiet" type="button" data-copy="${id}" hidden>${label}</button>`;

const action = (href: string, label: string): Html => html`<a class="button" href="${href}">${label}</a>`;

const asText = (content: string): Shown => ({ title: 'Text', body: copyable('content', content) });

const CONTENTS: Partial<Record<ContentType, (content: string) => Shown>> = {
  [CONTENT.text]: asText,
  [CONTENT.email](content) {
    const address = content
      .replace(/^mailto:/i, '')
      .split('?')[0]!
      .trim();
    const rest = /^mailto:[^?]*\?(.*)$/is.exec(content)?.[1] ?? '';
    const href = `mailto:${encodeURIComponent(safeDecode(address)).replaceAll('%40', '@')}${rest === '' ? '' : `?${encodeURI(safeDecode(rest))}`}`;
    return { title: 'E-mail address', body: html`${copyable('content', safeDecode(address))}${action(href, 'Write an e-mail')}` };
  },
  [CONTENT.phone](content) {
    const number = content.replace(/^tel:/i, '').trim();
    return { title: 'Phone number', body: html`${copyable('content', number)}${action(`tel:${digits(number)}`, 'Call')}` };
  },
  [CONTENT.sms](content) {
    const [, number = '', , message = ''] = /^(?:smsto:|sms:)?([^:?]*)([:?](?:body=)?(.*))?$/is.exec(content.trim()) ?? [];
    const body = message === '' ? '' : `?body=${encodeURIComponent(safeDecode(message))}`;
    return {
      title: 'Text message',
      body: html`${copyable('content', number)}${message === '' ? undefined : html`<p>Message: ${safeDecode(message)}</p>`}${action(`sms:${digits(number)}${body}`, 'Write a message')}`,
    };
  },
  [CONTENT.wifi](content) {
    const wifi = parseWifi(content);
    if (!wifi) return { title: 'Wi-Fi', body: copyable('content', content) };
    const password =
      wifi.password === ''
        ? undefined
        : html`<div><dt>Password</dt><dd>${copyable('password', wifi.password, 'Copy the password')}</dd></div>`;
    return {
      title: 'Join this Wi-Fi',
      body: html`<p>Choose the network in your device's Wi-Fi settings.</p>
<dl><div><dt>Network</dt><dd><span class="value" id="network">${wifi.network}</span></dd></div>
${password}
<div><dt>Security</dt><dd>${wifi.security}${wifi.hidden ? ', hidden network' : ''}</dd></div></dl>`,
    };
  },
};

/** Only what a dialler understands. */
const digits = (number: string): string => number.replace(/[^\d+*#;,]/g, '').replaceAll('#', '%23');

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

interface Wifi {
  network: string;
  password: string;
  security: string;
  hidden: boolean;
}

/** `WIFI:T:WPA;S:name;P:secret;H:true;;` with backslash escapes; undefined for anything else. */
export function parseWifi(payload: string): Wifi | undefined {
  if (!/^wifi:/i.test(payload)) return undefined;
  const fields = new Map<string, string>();
  const pattern = /([A-Za-z0-9]+):((?:\\.|[^\\;])*);?/gy;
  pattern.lastIndex = 5;
  for (let match = pattern.exec(payload); match; match = pattern.exec(payload)) {
    fields.set(match[1]!.toUpperCase(), match[2]!.replace(/\\(.)/gs, '$1'));
  }
  const network = fields.get('S');
  if (network === undefined) return undefined;
  const type = (fields.get('T') ?? '').toUpperCase();
  const security = type === '' || type === 'NOPASS' ? 'None' : type === 'WEP' ? 'WEP' : 'WPA/WPA2/WPA3';
  return { network, password: fields.get('P') ?? '', security, hidden: /^(true|1)$/i.test(fields.get('H') ?? '') };
}
