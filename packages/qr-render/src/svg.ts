import { drawBranding } from './branding.js';
import { drawCorners } from './corners.js';
import type { QrDesign, QrGradient } from './design.js';
import { drawFrame } from './frames.js';
import { layOut } from './layout.js';
import { effectiveLevel, holeSideOf, isLogo } from './logo.js';
import { createQr, type QrMatrix } from './matrix.js';
import { coordinate } from './path.js';
import { drawModules } from './patterns.js';
import { escapeText } from './xml.js';

export interface RenderOptions {
  /** Sets width and height in pixels; without it the picture takes the size of its container. */
  readonly size?: number;
  /** What a screen reader says; 'QR code' unless told. */
  readonly label?: string;
}

/**
 * Draws a payload as a square SVG document. The same arguments give the same text on server and browser.
 * @throws {QrCapacityError} if the payload is too long; {RangeError} if it is empty.
 */
export function renderSvg(payload: string, design: QrDesign, options: RenderOptions = {}): string {
  const matrix = createQr(payload, { errorCorrectionLevel: effectiveLevel(payload, design) });
  const layout = layOut(matrix.size, design);
  const side = coordinate(layout.side);
  const size = options.size === undefined ? '' : ` width="${coordinate(options.size)}" height="${coordinate(options.size)}"`;
  const background = design.transparentBackground ? '' : `<rect width="${side}" height="${side}" fill="${design.backgroundColor}"/>`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg"${size} viewBox="0 0 ${side} ${side}" role="img" aria-label="${escapeText(options.label ?? 'QR code')}">` +
    background +
    (layout.frame === null ? '' : drawFrame(design, layout.frame)) +
    `<g transform="translate(${coordinate(layout.symbolX)} ${coordinate(layout.symbolY)})">` +
    drawSymbol(matrix, design) +
    '</g>' +
    (layout.branding === null ? '' : drawBranding(design, layout.branding)) +
    '</svg>'
  );
}

function drawSymbol(matrix: QrMatrix, design: QrDesign): string {
  const holeSide = holeSideOf(matrix.size, design);
  const crisp = design.style === 'square' ? ' shape-rendering="crispEdges"' : '';
  const paint = design.gradient === null ? design.foregroundColor : 'url(#code)';
  const corners = design.cornersUseCodeColor ? paint : design.cornerColor;
  return (
    (design.gradient === null ? '' : drawGradient(design.gradient, matrix.size)) +
    `<path fill="${paint}"${crisp} d="${drawModules(matrix, design.style, holeSide)}"/>` +
    `<path fill="${corners}" fill-rule="evenodd" d="${drawCorners(matrix.size, design.cornerStyle)}"/>` +
    drawLogo(matrix.size, design)
  );
}

function drawGradient(gradient: QrGradient, size: number): string {
  const stops = `<stop offset="0" stop-color="${gradient.from}"/><stop offset="1" stop-color="${gradient.to}"/>`;
  const middle = size / 2;
  if (gradient.type === 'radial') {
    const c = coordinate(middle);
    const radius = coordinate(middle * Math.SQRT2);
    return `<defs><radialGradient id="code" gradientUnits="userSpaceOnUse" cx="${c}" cy="${c}" r="${radius}">${stops}</radialGradient></defs>`;
  }
  const angle = (gradient.rotation * Math.PI) / 180;
  // Long enough that both end colours are reached in the corners whatever the angle.
  const reach = middle * (Math.abs(Math.cos(angle)) + Math.abs(Math.sin(angle)));
  const dx = Math.cos(angle) * reach;
  const dy = Math.sin(angle) * reach;
  return (
    `<defs><linearGradient id="code" gradientUnits="userSpaceOnUse" x1="${coordinate(middle - dx)}" y1="${coordinate(middle - dy)}" ` +
    `x2="${coordinate(middle + dx)}" y2="${coordinate(middle + dy)}">${stops}</linearGradient></defs>`
  );
}

function drawLogo(size: number, design: QrDesign): string {
  if (design.logo === null || !isLogo(design.logo)) return '';
  const side = (size * design.logoSize) / 100;
  const at = coordinate((size - side) / 2);
  return `<image x="${at}" y="${at}" width="${coordinate(side)}" height="${coordinate(side)}" preserveAspectRatio="xMidYMid meet" href="${design.logo}"/>`;
}
