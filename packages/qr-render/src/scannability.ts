import { contrastRatio, luminance } from './color.js';
import type { QrDesign } from './design.js';
import { layOut } from './layout.js';
import { effectiveLevel, LOGO_BUDGET, logoDamage } from './logo.js';
import { createQr, QrCapacityError, type QrMatrix } from './matrix.js';

/** WCAG ratios between code and background: below the first scanning fails in poor light, below the second it suffers. */
const LEAST_CONTRAST = 2.5;
const GOOD_CONTRAST = 3;
/** Modules of quiet zone: the standard asks for 4, decoders manage with 2. */
const LEAST_MARGIN = 2;
const GOOD_MARGIN = 4;
/** Pixels a module needs in a raster image. */
export const PIXELS_PER_MODULE = 2.8;

export interface ScanProblem {
  readonly code:
    | 'CONTENT_EMPTY'
    | 'CONTENT_TOO_LONG'
    | 'CONTRAST_TOO_LOW'
    | 'COLORS_INVERTED'
    | 'LOGO_TOO_LARGE'
    | 'QUIET_ZONE_TOO_SMALL'
    | 'IMAGE_TOO_SMALL'
    | 'BACKGROUND_TRANSPARENT';
  /** An error would not scan and is refused; a warning scans, but not everywhere. */
  readonly severity: 'error' | 'warning';
  /** The design field to change, or `content` or `size`. */
  readonly field: string;
  readonly message: string;
}

export interface Scannability {
  /** No problem is an error. */
  readonly ok: boolean;
  readonly problems: readonly ScanProblem[];
  /** Least side of a raster image in pixels; 0 if nothing can be drawn. */
  readonly minimumSize: number;
}

/**
 * Judges whether a code would scan. What passes without an error decodes, also scaled down to `minimumSize`.
 * @param size pixels of the raster image's side, if one is meant.
 */
export function assessScannability(design: QrDesign, payload: string, size?: number): Scannability {
  const problems = [...judgeColors(design), ...judgeMargin(design)];
  let minimumSize = 0;
  const matrix = encode(design, payload);
  if ('code' in matrix) {
    problems.push(matrix);
  } else {
    minimumSize = Math.ceil(layOut(matrix.size, design).side * PIXELS_PER_MODULE);
    problems.push(...judgeLogo(design, payload));
    if (size !== undefined && size < minimumSize) {
      problems.push(error('IMAGE_TOO_SMALL', 'size', `At ${size} pixels this code is too fine to scan. Use at least ${minimumSize}.`));
    }
  }
  return { ok: problems.every(({ severity }) => severity !== 'error'), problems, minimumSize };
}

function encode(design: QrDesign, payload: string): QrMatrix | ScanProblem {
  if (payload === '') return error('CONTENT_EMPTY', 'content', 'Enter what the QR code should contain.');
  try {
    return createQr(payload, { errorCorrectionLevel: effectiveLevel(payload, design) });
  } catch (failure) {
    if (!(failure instanceof QrCapacityError)) throw failure;
    return error('CONTENT_TOO_LONG', 'content', 'This is more than a QR code can hold. Shorten it.');
  }
}

function judgeColors(design: QrDesign): ScanProblem[] {
  const background = design.transparentBackground ? '#ffffff' : design.backgroundColor;
  const { gradient } = design;
  const inks: Array<readonly [field: string, name: string, color: string]> =
    gradient === null
      ? [['foregroundColor', 'code', design.foregroundColor]]
      : [
          ['gradient.from', 'start of the gradient', gradient.from],
          ['gradient.to', 'end of the gradient', gradient.to],
        ];
  if (!design.cornersUseCodeColor) inks.push(['cornerColor', 'corners', design.cornerColor]);

  const problems: ScanProblem[] = [];
  for (const [field, name, color] of inks) {
    const ratio = contrastRatio(color, background);
    const figure = `${(Math.floor(ratio * 10) / 10).toFixed(1)} to 1`;
    if (ratio < LEAST_CONTRAST) {
      problems.push(
        error(
          'CONTRAST_TOO_LOW',
          field,
          `The ${name} and the background are too alike to scan (contrast ${figure}, at least 2.5 to 1 is needed).`,
        ),
      );
    } else if (luminance(color) > luminance(background)) {
      problems.push(
        error('COLORS_INVERTED', field, `The ${name} is lighter than the background; many phones cannot read that. Swap the colours.`),
      );
    } else if (ratio < GOOD_CONTRAST) {
      problems.push(
        warning(
          'CONTRAST_TOO_LOW',
          field,
          `The ${name} is pale (contrast ${figure}); in poor light it may not scan. 3 to 1 or more is safer.`,
        ),
      );
    }
  }
  if (design.transparentBackground) {
    problems.push(
      warning(
        'BACKGROUND_TRANSPARENT',
        'transparentBackground',
        'Put this code on a light, plain surface only; on a dark one it does not scan.',
      ),
    );
  }
  return problems;
}

function judgeMargin(design: QrDesign): ScanProblem[] {
  if (design.margin < LEAST_MARGIN) {
    return [error('QUIET_ZONE_TOO_SMALL', 'margin', 'Leave a margin of at least 2 modules around the code, better 4.')];
  }
  if (design.margin < GOOD_MARGIN) {
    return [warning('QUIET_ZONE_TOO_SMALL', 'margin', 'Margins under 4 modules scan badly next to other print.')];
  }
  return [];
}

function judgeLogo(design: QrDesign, payload: string): ScanProblem[] {
  if (design.logo === null || fits(design, payload)) return [];
  let largest = Math.floor(design.logoSize);
  while (largest >= 5 && !fits({ ...design, logoSize: largest }, payload)) largest -= 1;
  const way = largest >= 5 ? `Make it ${largest} % or smaller.` : 'Shorten the content or remove the logo.';
  return [error('LOGO_TOO_LARGE', 'logoSize', `The logo hides more of the code than can be repaired. ${way}`)];
}

function fits(design: QrDesign, payload: string): boolean {
  const damage = logoDamage(payload, design, effectiveLevel(payload, design));
  return damage !== null && damage <= LOGO_BUDGET;
}

function error(code: ScanProblem['code'], field: string, message: string): ScanProblem {
  return { code, severity: 'error', field, message };
}

function warning(code: ScanProblem['code'], field: string, message: string): ScanProblem {
  return { code, severity: 'warning', field, message };
}
