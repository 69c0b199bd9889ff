import { QR_ERROR_CORRECTION_LEVELS, type QrDesign, type QrErrorCorrectionLevel } from './design.js';
import { createQr, damageByHole, QrCapacityError } from './matrix.js';

const DATA_URL = /^data:image\/(?:png|jpeg|webp|gif|svg\+xml);base64,[A-Za-z0-9+/]+={0,2}$/;

/** Bytes of the image itself, before base64. */
export const MAX_LOGO_BYTES = 5 * 1024 * 1024;

/** Whether a text is a base64 data URL of an image type that may stand in a code; its bytes are not looked at. */
export function isLogo(value: string): boolean {
  return DATA_URL.test(value);
}

/**
 * How much of a block's repair capacity a logo may use up. The rest is for dirt, glare and bad printing; see the
 * README for the measurements behind the figure.
 */
export const LOGO_BUDGET = 0.5;

/** Side, in modules, of the clear square behind the logo: its box and half a module around; 0 without a logo. */
export function holeSideOf(size: number, design: QrDesign): number {
  if (design.logo === null) return 0;
  const wanted = Math.ceil((size * design.logoSize) / 100 + 1);
  // A symbol's side is odd, so an odd hole sits on module borders.
  return wanted % 2 === 1 ? wanted : wanted + 1;
}

/** The design's level, or the first higher one that pays for the logo; the highest that fits if none does. */
export function effectiveLevel(payload: string, design: QrDesign): QrErrorCorrectionLevel {
  if (design.logo === null) return design.errorCorrectionLevel;
  let best = design.errorCorrectionLevel;
  const levels = QR_ERROR_CORRECTION_LEVELS.slice(QR_ERROR_CORRECTION_LEVELS.indexOf(best));
  for (const level of levels) {
    const damage = logoDamage(payload, design, level);
    if (damage === null) break;
    best = level;
    if (damage <= LOGO_BUDGET) break;
  }
  return best;
}

/** Share of the worst block's repair capacity the logo uses at a level; null if the payload does not fit it. */
export function logoDamage(payload: string, design: QrDesign, level: QrErrorCorrectionLevel): number | null {
  try {
    const matrix = createQr(payload, { errorCorrectionLevel: level });
    return damageByHole(matrix, holeSideOf(matrix.size, design));
  } catch (error) {
    if (error instanceof QrCapacityError) return null;
    throw error;
  }
}
