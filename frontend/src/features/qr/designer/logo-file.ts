import { MAX_LOGO_BYTES } from '@linqr/qr-render';
import { t } from '../../../messages/en/qr-designer';

/** The server keeps logos at this many pixels; more would only slow the preview down. */
const SIDE = 512;
const TYPES = ['image/png', 'image/jpeg', 'image/svg+xml'];
export const LOGO_ACCEPT = TYPES.join(',');

/** What is wrong with a file before it is opened. */
export function logoProblem(file: Pick<File, 'type' | 'size'>): string | undefined {
  if (!TYPES.includes(file.type)) return t('logoType');
  return file.size > MAX_LOGO_BYTES ? t('logoTooLarge') : undefined;
}

/**
 * The picture as a PNG data URL, at most 512 pixels wide and high. Throws a sentence when it is no picture. An SVG is drawn
 * as an image, where browsers run no script of it and fetch nothing; only its pixels go on.
 */
export async function readLogo(file: File): Promise<string> {
  const picture = file.type === 'image/svg+xml' ? await openSvg(file) : await openBitmap(file);
  try {
    const fitting = SIDE / Math.max(picture.width, picture.height);
    const scale = picture.vector ? fitting : Math.min(1, fitting);
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    const context = canvas.getContext('2d');
    if (!context) throw new Error(t('logoUnreadable'));
    context.imageSmoothingQuality = 'high';
    context.drawImage(picture.source, 0, 0, canvas.width, canvas.height);
    return canvas.toDataURL('image/png');
  } finally {
    picture.close();
  }
}

interface Picture {
  source: CanvasImageSource;
  width: number;
  height: number;
  /** May be drawn larger than it says it is. */
  vector: boolean;
  close: () => void;
}

async function openBitmap(file: File): Promise<Picture> {
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new Error(t('logoUnreadable'));
  });
  return { source: bitmap, width: bitmap.width, height: bitmap.height, vector: false, close: () => bitmap.close() };
}

async function openSvg(file: File): Promise<Picture> {
  const address = URL.createObjectURL(new Blob([file], { type: 'image/svg+xml' }));
  const image = new Image();
  image.src = address;
  try {
    await image.decode();
  } catch {
    URL.revokeObjectURL(address);
    throw new Error(t('logoUnreadable'));
  }
  // Without a size of its own a drawing fills a square.
  const width = image.naturalWidth || SIDE;
  const height = image.naturalHeight || SIDE;
  return { source: image, width, height, vector: true, close: () => URL.revokeObjectURL(address) };
}
