import { inkOn } from './color.js';
import type { QrDesign } from './design.js';
import { coordinate } from './path.js';

/** Units of the drawing below: the mark is 20 wide and 16 high, mark and word together 66 by 20. */
const WIDTH = 66;
const HEIGHT = 20;
/** Two links of a chain. */
const MARK = 'M8 12.5H5.5a4.5 4.5 0 0 1 0-9H8M12 3.5h2.5a4.5 4.5 0 0 1 0 9H12M6.5 8h7';
/** The word 'Linqr' as strokes, so that no font is needed to draw it. */
const WORD =
  'M26 2.5v11h6M36 6.5v7M36 2.6v.1M40.5 13.5v-7M40.5 9.5a3 3 0 0 1 6 0v4M57 6.5v11M57 10a3 3.5 0 1 1-6 0a3 3.5 0 1 1 6 0M61.5 13.5v-7M61.5 9.5a3 3 0 0 1 3-3';

/** The product's mark and name, centred in a box of the given measures (modules). */
export function drawBranding(
  design: QrDesign,
  box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
): string {
  const scale = Math.min((box.height * 0.72) / HEIGHT, (box.width * 0.5) / WIDTH);
  const x = box.x + (box.width - WIDTH * scale) / 2;
  // The lower part of the box stays free, the upper part belongs to the quiet zone.
  const y = box.y + (box.height - HEIGHT * scale) / 2;
  const ink = inkOn(design.transparentBackground ? '#ffffff' : design.backgroundColor);
  return (
    `<g transform="translate(${coordinate(x)} ${coordinate(y)}) scale(${coordinate(scale)})" fill="none" ` +
    `stroke="${ink}" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round">` +
    `<path d="${MARK}"/><path d="${WORD}"/></g>`
  );
}
