import { inkOn } from './color.js';
import type { QrDesign } from './design.js';
import type { FrameLayout } from './layout.js';
import { circle, coordinate, path, type Radii, rectangle } from './path.js';
import { escapeText } from './xml.js';

/** Widths in em that no common bold sans-serif exceeds, so that words fit whatever font draws them. */
const NARROW = 0.78;
const WIDE = 1.1;

/** SVG of a frame and its words. Its inside stays unpainted, so that a transparent background stays transparent. */
export function drawFrame(design: QrDesign, frame: FrameLayout): string {
  const fill = design.frameColor;
  const shape = `<path fill="${fill}" fill-rule="evenodd" d="${outline(design, frame)}"/>`;
  if (frame.band === 0) return shape;
  return shape + drawWords(design, frame, inkOn(fill));
}

function outline(design: QrDesign, frame: FrameLayout): string {
  const { x, y, width, height, line, band } = frame;
  if (design.frame === 'circle') return ring(frame);
  const inner = width - 2 * line;
  if (design.frame === 'banner') {
    // A thin frame around the code, and the words on a ribbon that points at it.
    const thin = line / 2;
    const gap = band * 0.2;
    const square = width;
    const tip = band * 0.22;
    const ribbonTop = y + square + gap;
    const middle = x + width / 2;
    const frameRadii = all(line * 1.5);
    const box = rectangle(x, y, width, square, frameRadii);
    const hole = rectangle(x + thin, y + thin, width - 2 * thin, square - 2 * thin, all(line));
    if (band === 0) return box + hole;
    return (
      box +
      hole +
      rectangle(x, ribbonTop, width, band - gap, all(line * 1.5)) +
      path`M${middle - tip} ${ribbonTop}l${tip} ${-Math.min(tip, gap)}l${tip} ${Math.min(tip, gap)}z`
    );
  }
  const radius = design.frame === 'rounded' ? line * 3 : 0;
  const innerRadius = design.frame === 'rounded' ? line * 2 : 0;
  return (
    rectangle(x, y, width, height, all(radius)) +
    rectangle(x + line, y + line, inner, height - 2 * line - Math.max(0, band - line), all(innerRadius))
  );
}

function ring(frame: FrameLayout): string {
  const { x, y, width, line, band } = frame;
  const radius = width / 2;
  const inner = radius - line;
  const outer = circle(x + radius, y + radius, radius);
  if (band === 0) return outer + circle(x + radius, y + radius, inner);
  // The hole ends in a chord above the band, so the segment under it is filled.
  const chord = radius - band;
  const half = Math.sqrt(inner * inner - chord * chord);
  return outer + path`M${x + radius - half} ${y + radius + chord}a${inner} ${inner} 0 1 1 ${2 * half} 0z`;
}

function drawWords(design: QrDesign, frame: FrameLayout, ink: string): string {
  const { x, y, width, height, band } = frame;
  let middle = y + height - band / 2;
  let fontSize = Math.min(band * 0.62, (width * 0.86) / emWidth(design.frameText));
  if (design.frame === 'banner') {
    fontSize = Math.min(fontSize, band * 0.56);
    middle = y + height - band * 0.4;
  } else if (design.frame === 'circle') {
    ({ fontSize, middle } = fitSegment(frame, emWidth(design.frameText)));
  }
  // Baselines are set by number: `dominant-baseline` is read differently by viewers.
  return (
    `<text x="${coordinate(x + width / 2)}" y="${coordinate(middle + fontSize * 0.36)}" fill="${ink}" ` +
    `font-family="DejaVu Sans,Verdana,Arial,sans-serif" font-weight="700" font-size="${coordinate(fontSize)}" ` +
    `text-anchor="middle">${escapeText(design.frameText)}</text>`
  );
}

/** The largest words in a circle's segment: the higher they stand, the more room they have. */
function fitSegment({ y, width, line, band }: FrameLayout, em: number): { fontSize: number; middle: number } {
  const radius = width / 2;
  const depth = band - line;
  const chord = radius - band;
  let fontSize = depth * 0.5;
  let middle = 0;
  for (let round = 0; round < 6; round += 1) {
    middle = Math.min(chord + depth * 0.44, chord + depth * 0.14 + fontSize * 0.6);
    const lowest = middle + fontSize / 2;
    const room = 2 * Math.sqrt(Math.max(0, (radius - line) ** 2 - lowest ** 2)) * 0.92;
    fontSize = Math.min(depth * 0.5, room / em);
  }
  return { fontSize, middle: y + radius + middle };
}

function emWidth(text: string): number {
  let width = 0;
  for (const character of text) width += (character.codePointAt(0) ?? 0) < 0x300 ? NARROW : WIDE;
  return width;
}

function all(radius: number): Radii {
  return [radius, radius, radius, radius];
}
