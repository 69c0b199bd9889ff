import type { QrCode } from '../../api/types';
import { splitContent } from '../../lib/qr/content';
import { t } from '../../messages/en/qr';
import { t as words } from '../../messages/en/qr-content';

const TYPES = ['url', 'text', 'email', 'phone', 'sms', 'wifi'] as const;

/** "Website" for url …; a type that this version does not know in capitals. */
export const typeName = (type: string): string => {
  const known = TYPES.find((name) => name === type);
  return known ? words(known) : type.toUpperCase();
};

export const titleOf = (code: Pick<QrCode, 'title' | 'metadata'>): string => code.title || code.metadata?.name || t('untitled');

/** What a person reads as the content: of a url its destination. */
export const contentOf = (code: QrCode): string => (code.type === 'url' && code.metadata?.originalUrl) || code.content;

/** The content as a person reads it, on one line: of a network its name, never its password. */
export function shownContent(code: QrCode): string {
  if (code.type === 'wifi') return splitContent('wifi', code.content).ssid;
  return contentOf(code).replace(/\s+/g, ' ');
}

/** The public address of the code, on the origin the person sees. */
export const publicUrl = (id: string): string => `${window.location.origin}/qr/${id}`;

/** A name for a downloaded file, safe on every disk. */
export function fileName(code: QrCode, extension: string): string {
  const stem = (code.title || code.metadata?.name || '')
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
    .toLowerCase();
  return `${stem ? `${stem}-qr` : code.id}.${extension}`;
}
