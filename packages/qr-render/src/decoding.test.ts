import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { allCombinations, DARK_LOGO, DYNAMIC_URL, failures } from '../test/combinations.js';
import { rasterise, readWithJsqr, readWithZxing } from '../test/scanner.js';
import { DEFAULT_DESIGN, QR_CORNER_STYLES, QR_ERROR_CORRECTION_LEVELS, QR_FRAMES, QR_STYLES, type QrDesign } from './design.js';
import { buildPayload, parseContent, type QrType } from './payload.js';
import { assessScannability } from './scannability.js';
import { renderSvg } from './svg.js';
import { QR_TEMPLATES } from './templates.js';

/** `npm run exhaustive` decodes all of them; here every 31st, which meets every value of every dimension often. */
const STRIDE = 31;

describe('what the product allows decodes', () => {
  const sample = allCombinations().filter((_combination, at) => at % STRIDE === 0);

  it('in a sample of all patterns, corners, frames, levels and logos: whole, tiny, scaled and noisy', async () => {
    const failed: string[] = [];
    for (const { name, design } of sample) {
      for (const way of await failures(design, DYNAMIC_URL)) failed.push(`${name}: ${way}`);
    }
    expect(failed).toEqual([]);
    expect(new Set(sample.map(({ design }) => design.style)).size).toBe(QR_STYLES.length);
  }, 120_000);

  it('in every template', async () => {
    for (const { design } of QR_TEMPLATES) expect(await failures(design, DYNAMIC_URL)).toEqual([]);
  }, 60_000);

  it('with any colours, gradient, margin and logo size that are not refused', async () => {
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
    await fc.assert(
      fc.asyncProperty(
        designs.filter((design) => assessScannability(design, DYNAMIC_URL).ok),
        async (design) => {
          expect(await readWithZxing(rasterise(renderSvg(DYNAMIC_URL, design), 600))).toBe(DYNAMIC_URL);
        },
      ),
      { numRuns: 60, seed: 20261121 },
    );
  }, 120_000);

  it('for every type of content, and by a second decoder too', async () => {
    const contents: Array<readonly [QrType, string]> = [
      ['text', 'Grüße, 世界 🌍'],
      ['email', '{"address":"ada@example.com","subject":"Hello & welcome"}'],
      ['phone', '+1 555 010 9999'],
      ['sms', '+15550109999: on my way: 5 min'],
      ['wifi', '{"ssid":"Café; \\"corner\\"","password":"s3cr:et,;\\\\","security":"WPA"}'],
    ];
    for (const [type, content] of contents) {
      const parsed = parseContent(type, content);
      if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
      const payload = buildPayload(parsed.value);
      const picture = rasterise(renderSvg(payload, DEFAULT_DESIGN), 600);
      expect(await readWithZxing(picture)).toBe(payload);
      expect(readWithJsqr(picture)).toBe(payload);
    }
  });
});
