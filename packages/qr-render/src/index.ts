// The package's one public entrance: everything below is meant for the server and the browser alike.
export { contrastRatio, parseColor } from './color.js';
export * from './design.js';
export { createQr, QrCapacityError, type QrMatrix } from './matrix.js';
export { type RenderOptions, renderSvg } from './svg.js';
