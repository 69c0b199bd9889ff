import type { QrDesign } from './design.js';

/** Height of the branding line, and of a frame's line of words, as a share of the width they sit under. */
const BRANDING_SHARE = 0.1;
const BAND_SHARE = 0.17;
/** Clear modules around the symbol inside a round frame, at the corners of the symbol. */
const CIRCLE_CLEARANCE = 2;

/** Where everything lies, in modules; the picture is a square of `side`. */
export interface QrLayout {
  readonly side: number;
  /** Where the symbol's top left module begins. */
  readonly symbolX: number;
  readonly symbolY: number;
  readonly frame: FrameLayout | null;
  readonly branding: { readonly x: number; readonly y: number; readonly width: number; readonly height: number } | null;
}

export interface FrameLayout {
  /** Outer box. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Thickness of the frame's line. */
  readonly line: number;
  /** Height of the part that carries the words; 0 without words. */
  readonly band: number;
}

/** @param size modules along the symbol's side. */
export function layOut(size: number, design: QrDesign): QrLayout {
  const box = boxOf(size, design);
  const branding = design.showBranding ? box.height * BRANDING_SHARE : 0;
  const side = Math.max(box.width, box.height + branding);
  const left = (side - box.width) / 2;
  const top = (side - box.height - branding) / 2;
  return {
    side,
    symbolX: left + box.symbolX,
    symbolY: top + box.symbolY,
    frame: design.frame === 'none' ? null : { x: left, y: top, width: box.width, height: box.height, line: box.line, band: box.band },
    branding: branding > 0 ? { x: 0, y: side - branding, width: side, height: branding } : null,
  };
}

interface Box {
  readonly width: number;
  readonly height: number;
  readonly symbolX: number;
  readonly symbolY: number;
  readonly line: number;
  readonly band: number;
}

function boxOf(size: number, design: QrDesign): Box {
  const quiet = size + 2 * design.margin;
  const words = design.frameText !== '';
  if (design.frame === 'none') {
    return { width: quiet, height: quiet, symbolX: design.margin, symbolY: design.margin, line: 0, band: 0 };
  }
  const line = Math.max(1, size / 30);
  if (design.frame === 'circle') {
    const clearance = Math.max(CIRCLE_CLEARANCE, design.margin / 2);
    const diameter = (size + 2 * clearance) * Math.SQRT2 + 2 * line;
    const at = (diameter - size) / 2;
    // The words stand in the segment under the quiet zone, as large as it allows.
    const band = words ? at - clearance : 0;
    return { width: diameter, height: diameter, symbolX: at, symbolY: at, line, band };
  }
  const width = quiet + 2 * line;
  const band = words ? width * BAND_SHARE : 0;
  const at = design.margin + line;
  return { width, height: width + band, symbolX: at, symbolY: at, line, band };
}
