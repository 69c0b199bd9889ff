import { createRequire } from 'node:module';

/** The one font the server brings along, so that images do not depend on the fonts of a machine. */
export const FRAME_FONT = createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf');

/** Letters that DejaVu Sans Bold lacks (East Asian and Indic scripts, emoji): the machine's fonts are asked too. */
export function needsSystemFonts(text: string): boolean {
  return /[^\t\u0020-\u06ff\u1e00-\u2bff\ufb00-\ufeff]/u.test(text);
}
