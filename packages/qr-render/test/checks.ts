import {
  assessScannability,
  buildPayload,
  DEFAULT_DESIGN,
  parseContent,
  QR_CORNER_STYLES,
  QR_ERROR_CORRECTION_LEVELS,
  QR_FRAMES,
  QR_STYLES,
  QR_TEMPLATES,
  type QrDesign,
  type QrType,
  renderSvg,
} from '@linqr/qr-render';
import fc from 'fast-check';
import { combinations, coveringDesigns, DARK_LOGO, DYNAMIC_URL, failures } from './combinations.js';
import { rasterise, readWithJsqr, readWithZxing } from './scanner.js';

/** What a check looked at and what did not decode. */
export interface CheckResult {
  readonly checked: number;
  readonly failed: readonly string[];
}

/** Every `stride`-th combination; 1 is all of them. */
export async function checkCombinations(
  stride: number,
  onProgress: (checked: number, of: number) => void = () => {},
): Promise<CheckResult> {
  const sample = combinations(stride);
  const failed: string[] = [];
  for (const [at, { name, design }] of sample.entries()) {
    for (const way of await failures(design, DYNAMIC_URL)) failed.push(`${name}: ${way}`);
    onProgress(at + 1, sample.length);
  }
  return { checked: sample.length, failed };
}

/** Designs in which every two values of any two choices meet. */
export async function checkCover(): Promise<CheckResult> {
  const cover = coveringDesigns(20261121);
  const failed: string[] = [];
  for (const { name, design } of cover) for (const way of await failures(design, DYNAMIC_URL)) failed.push(`${name}: ${way}`);
  return { checked: cover.length, failed };
}

export async function checkTemplates(): Promise<CheckResult> {
  const failed: string[] = [];
  for (const { key, design } of QR_TEMPLATES) {
    for (const way of await failures(design, DYNAMIC_URL)) failed.push(`${key}: ${way}`);
  }
  return { checked: QR_TEMPLATES.length, failed };
}

/** Random designs that the assessment lets pass. */
export async function checkRandomDesigns(count: number): Promise<CheckResult> {
  const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
  const designs: fc.Arbitrary<QrDesign> = fc.record({
    style: fc.constantFrom(...QR_STYLES),
    cornerStyle: fc.constantFrom(...QR_CORNER_STYLES),
    frame: fc.constantFrom(...QR_FRAMES),
    errorCorrectionLevel: fc.constantFrom(...QR_ERROR_CORRECTION_LEVELS),
    foregroundColor: color,
    cornerColor: color,
    backgroundColor: fc.oneof(fc.constant('#ffffff'), color),
    frameColor: color,
    frameText: fc.string({ maxLength: 32 }),
    gradient: fc.option(
      fc.record({ type: fc.constantFrom('linear', 'radial'), from: color, to: color, rotation: fc.integer({ min: 0, max: 360 }) }),
    ),
    transparentBackground: fc.boolean(),
    cornersUseCodeColor: fc.boolean(),
    logo: fc.option(fc.constant(DARK_LOGO)),
    logoSize: fc.integer({ min: 5, max: 40 }),
    margin: fc.integer({ min: 0, max: 10 }),
    showBranding: fc.boolean(),
  });
  const allowed = designs.filter((design) => assessScannability(design, DYNAMIC_URL).ok);
  const failed: string[] = [];
  for (const design of fc.sample(allowed, { numRuns: count, seed: 20261121 })) {
    const read = await readWithZxing(rasterise(renderSvg(DYNAMIC_URL, design), 600));
    if (read !== DYNAMIC_URL) failed.push(JSON.stringify(design));
  }
  return { checked: count, failed };
}

/** One content of every type, by two decoders. */
export async function checkContents(): Promise<CheckResult> {
  const contents: Array<readonly [QrType, string]> = [
    ['url', DYNAMIC_URL],
    ['text', 'Grüße, 世界 🌍'],
    ['text', 'Long. '.repeat(200)],
    ['email', '{"address":"ada@example.com","subject":"Hello & welcome"}'],
    ['phone', '+1 555 010 9999'],
    ['sms', '+15550109999: on my way: 5 min'],
    ['wifi', '{"ssid":"Café; \\"corner\\"","password":"s3cr:et,;\\\\","security":"WPA"}'],
  ];
  const failed: string[] = [];
  for (const [type, content] of contents) {
    const parsed = parseContent(type, content);
    const payload = parsed.ok ? buildPayload(parsed.value) : '';
    const picture = rasterise(renderSvg(payload, DEFAULT_DESIGN), 800);
    if ((await readWithZxing(picture)) !== payload) failed.push(`${type}: zxing`);
    if (readWithJsqr(picture) !== payload) failed.push(`${type}: jsQR`);
  }
  return { checked: contents.length, failed };
}
