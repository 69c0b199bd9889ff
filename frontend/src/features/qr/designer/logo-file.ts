import { MAX_LOGO_BYTES } from '@linqr/qr-render';
import { t } from '../../../messages/en/qr-designer';

/** The server keeps logos at this many pixels; more would only slow the preview down. */
const SIDE = 512;
const TYPES = ['image/png', 'image/jpeg'];
export const LOGO_ACCEPT = TYPES.join(',');

/** What is wrong with a file before it is opened. */
export function logoProblem(file: Pick<File, 'type' | 'size'>): string | undefined {
  if (!TYPES.includes(file.type)) return t('logoType');
  return file.size > MAX_LOGO_BYTES ? t('logoTooLarge') : undefined;
}

/** The picture as a PNG data URL, at most 512 pixels wide and high. Throws a sentence when it is no picture. */
export async function readLogo(file: File): Promise<string> {
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new Error(t('logoUnreadable'));
  });
  const scale = Math.min(1, SIDE / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error(t('logoUnreadable'));
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return canvas.toDataURL('image/png');
}
