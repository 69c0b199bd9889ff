// The package's one public entrance: everything below is meant for the server and the browser alike.
export { contrastRatio, inkOn, parseColor } from './color.js';
export {
  DEFAULT_STYLED_SIZE,
  parseCustomization,
  type QrCustomization,
  type StyledSize,
  toCustomization,
} from './customization.js';
export * from './design.js';
export { type FieldProblem, type Parsed, parseDesign } from './design-parser.js';
export { isLogo, MAX_LOGO_BYTES } from './logo.js';
export { createQr, QrCapacityError, type QrMatrix } from './matrix.js';
export { buildPayload, parseContent, QR_TYPES, type QrContent, type QrType, type WifiSecurity } from './payload.js';
export { assessScannability, type Scannability, type ScanProblem } from './scannability.js';
export { type RenderOptions, renderSvg } from './svg.js';
export { PRESET_COLORS, QR_TEMPLATES, type QrTemplate } from './templates.js';
