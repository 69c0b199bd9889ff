import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DEFAULT_DESIGN, QR_FRAMES, QR_STYLES } from './design.js';
import { layOut } from './layout.js';
import { QrCapacityError } from './matrix.js';
import { renderSvg } from './svg.js';

describe('renderSvg', () => {
  it('draws a square of the size asked for', () => {
    expect(renderSvg('hello', DEFAULT_DESIGN, { size: 300 })).toContain(' width="300" height="300" viewBox="0 0 ');
  });

  it('lets no frame text or label leave its element or attribute', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 32 }),
      fc.constantFrom('</text><script>', '"><x y="', "'&amp;<!--", ']]>'),
    );
    fc.assert(
      fc.property(hostile, (text) => {
        const design = { ...DEFAULT_DESIGN, frame: 'banner' as const, showBranding: false };
        const skeleton = (svg: string): string =>
          svg
            .replace(/>[^<>]*<\/text>/, '></text>')
            .replace(/ aria-label="[^"<>]*"/, '')
            .replace(/font-size="[^"]*"/, '')
            .replace(/ y="[^"]*"/, '');
        expect(skeleton(renderSvg('x', { ...design, frameText: text === '' ? 'a' : text }, { label: text }))).toBe(
          skeleton(renderSvg('x', { ...design, frameText: 'a' })),
        );
      }),
    );
  });

  it('draws no logo that is not an image data URL', () => {
    expect(renderSvg('x', { ...DEFAULT_DESIGN, logo: 'data:image/png;base64,AA"/><script/>' })).not.toContain('<image');
    expect(renderSvg('x', { ...DEFAULT_DESIGN, logo: 'https://example.com/track.png' })).not.toContain('<image');
  });

  it('paints nothing behind a transparent code', () => {
    const design = { ...DEFAULT_DESIGN, transparentBackground: true };
    for (const frame of QR_FRAMES) expect(renderSvg('x', { ...design, frame })).not.toContain('<rect');
  });

  it('draws eight different patterns', () => {
    expect(new Set(QR_STYLES.map((style) => renderSvg('x', { ...DEFAULT_DESIGN, style }))).size).toBe(8);
  });

  it('writes coordinates with three decimals at most', () => {
    for (const frame of QR_FRAMES) {
      expect(renderSvg('x', { ...DEFAULT_DESIGN, frame, style: 'extra-rounded', margin: 3.3333333 })).not.toMatch(/\.\d{4}/);
    }
  });

  it('keeps frame, symbol and branding inside the picture', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...QR_FRAMES),
        fc.integer({ min: 0, max: 20 }),
        fc.boolean(),
        fc.integer({ min: 1, max: 40 }),
        (frame, margin, showBranding, version) => {
          const size = 17 + 4 * version;
          const layout = layOut(size, { ...DEFAULT_DESIGN, frame, margin, showBranding });
          expect(Math.min(layout.symbolX, layout.symbolY)).toBeGreaterThanOrEqual(-1e-9);
          expect(Math.max(layout.symbolX, layout.symbolY) + size).toBeLessThanOrEqual(layout.side + 1e-9);
          for (const box of [layout.frame, layout.branding]) {
            if (box === null) continue;
            expect(box.x).toBeGreaterThanOrEqual(-1e-9);
            expect(box.x + box.width).toBeLessThanOrEqual(layout.side + 1e-9);
            expect(box.y + box.height).toBeLessThanOrEqual(layout.side + 1e-9);
          }
        },
      ),
    );
  });

  it('says with a type of its own that a payload is too long', () => {
    expect(() => renderSvg('x'.repeat(3000), DEFAULT_DESIGN)).toThrow(QrCapacityError);
    expect(() => renderSvg('', DEFAULT_DESIGN)).toThrow(RangeError);
  });
});
