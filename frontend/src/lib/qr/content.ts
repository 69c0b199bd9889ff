import { buildPayload, parseContent, type QrType } from '@linqr/qr-render';
import { parseDestination } from '../url/destination';

export { QR_TYPES, type QrType } from '@linqr/qr-render';

/** The parts a person fills in; what a type does not use stays empty. */
export interface ContentParts {
  /** The whole content of a url, text or phone. */
  plain: string;
  address: string;
  subject: string;
  /** Of an e-mail or a text message. */
  message: string;
  number: string;
  ssid: string;
  password: string;
  security: 'WPA' | 'WEP' | 'nopass';
  hidden: boolean;
}

export const noParts: ContentParts = {
  plain: '',
  address: '',
  subject: '',
  message: '',
  number: '',
  ssid: '',
  password: '',
  security: 'WPA',
  hidden: false,
};

/** Takes a stored content apart; what cannot be read stands whole in the first field, so that nothing is lost. */
export function splitContent(type: QrType, content: string): ContentParts {
  if (content === '') return noParts;
  const parsed = parseContent(type, content);
  const value = parsed.ok ? parsed.value : undefined;
  switch (value?.type ?? type) {
    case 'email':
      if (value?.type !== 'email') return { ...noParts, address: content };
      return { ...noParts, address: value.address, subject: value.subject, message: value.body };
    case 'sms':
      if (value?.type !== 'sms') return { ...noParts, number: content };
      return { ...noParts, number: value.number, message: value.message };
    case 'wifi':
      if (value?.type !== 'wifi') return { ...noParts, ssid: content };
      return { ...noParts, ssid: value.ssid, password: value.password, security: value.security, hidden: value.hidden };
    default:
      return { ...noParts, plain: content };
  }
}

/** The content the API takes, in the form scanners write it; empty as long as the part that matters is. */
export function joinContent(type: QrType, parts: ContentParts): string {
  switch (type) {
    case 'email': {
      const address = parts.address.trim();
      if (address === '' || (parts.subject === '' && parts.message === '')) return address;
      return buildPayload({ type, address, subject: parts.subject, body: parts.message });
    }
    case 'sms': {
      const number = parts.number.trim();
      return number === '' || parts.message === '' ? number : buildPayload({ type, number, message: parts.message });
    }
    case 'wifi':
      return parts.ssid === '' ? '' : buildPayload({ type, ...parts });
    default:
      return parts.plain;
  }
}

/** What is wrong with a content that is not empty; `badUrl` is the screen's own sentence for an address. */
export function contentProblem(type: QrType, content: string, badUrl: string): string | undefined {
  if (type === 'url') return parseDestination(content) ? undefined : badUrl;
  const parsed = parseContent(type, content);
  return parsed.ok ? undefined : parsed.problems[0]?.message;
}

/** What the image will hold. A url's is the code's own address, so that its destination can change under a printed code. */
export function payloadOf(type: QrType, content: string, qrUrl: string): string | undefined {
  if (type === 'url') return qrUrl;
  const parsed = parseContent(type, content);
  return parsed.ok ? buildPayload(parsed.value) : undefined;
}
