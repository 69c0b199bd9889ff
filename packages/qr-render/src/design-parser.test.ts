import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DEFAULT_DESIGN, type QrDesign } from './design.js';
import { parseDesign } from './design-parser.js';
import { renderSvg } from './svg.js';

function problemsOf(input: unknown): string[] {
  const parsed = parseDesign(input);
  return parsed.ok ? [] : parsed.problems.map(({ field }) => field);
}

describe('parseDesign', () => {
  it('answers the defaults of the specification for an empty design', () => {
    expect(parseDesign({})).toEqual({ ok: true, value: DEFAULT_DESIGN });
    expect(parseDesign(undefined)).toEqual({ ok: true, value: DEFAULT_DESIGN });
  });

  it.each<[string, unknown]>([
    ['style', { style: 'stars' }],
    ['cornerStyle', { cornerStyle: 'rounded' }],
    ['frame', { frame: 3 }],
    ['foregroundColor', { foregroundColor: 'red"/><script>' }],
    ['backgroundColor', { backgroundColor: '#12345' }],
    ['cornerColor', { cornerColor: 'url(#x)' }],
    ['logo', { logo: 'https://example.com/logo.png' }],
    ['logo', { logo: 'data:text/html;base64,AAAA' }],
    ['logo', { logo: 'data:image/png;base64,AA"onload="x' }],
    ['logo', { logo: `data:image/png;base64,${'A'.repeat(7_000_000)}` }],
    ['logoSize', { logoSize: 41 }],
    ['logoSize', { logoSize: '20' }],
    ['frameText', { frameText: 'x'.repeat(33) }],
    ['frameText', { frameText: 'two\nlines' }],
    ['margin', { margin: -1 }],
    ['errorCorrectionLevel', { errorCorrectionLevel: 'X' }],
    ['showBranding', { showBranding: 'yes' }],
    ['gradient', { gradient: 'rainbow' }],
    ['gradient.to', { gradient: { type: 'linear', from: '#000000', to: '#zzzzzz' } }],
    ['gradient.rotation', { gradient: { rotation: Number.NaN } }],
    ['', ['not', 'an', 'object']],
  ])('names the field %p of a wrong design', (field, input) => {
    expect(problemsOf(input)).toEqual([field]);
  });

  it('reports every wrong field at once', () => {
    expect(problemsOf({ style: 'x', frame: 'y', logoSize: 0 })).toEqual(['style', 'logoSize', 'frame']);
  });

  it('keeps the base where a field is absent and clears logo and gradient on null', () => {
    const base: QrDesign = {
      ...DEFAULT_DESIGN,
      style: 'dot',
      logo: 'data:image/png;base64,AAAA',
      gradient: { type: 'radial', from: '#000000', to: '#111111', rotation: 0 },
    };
    expect(parseDesign({ frame: 'circle' }, base)).toEqual({ ok: true, value: { ...base, frame: 'circle' } });
    expect(parseDesign({ logo: null, gradient: null }, base)).toEqual({ ok: true, value: { ...base, logo: null, gradient: null } });
  });

  it('never throws, and whatever it accepts draws as the same well-formed document twice', () => {
    const keys = Object.keys(DEFAULT_DESIGN);
    const design = fc.dictionary(fc.constantFrom(...keys, '__proto__', 'extra'), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 8 });
    fc.assert(
      fc.property(fc.oneof(design, fc.jsonValue()), (input) => {
        const parsed = parseDesign(input);
        if (!parsed.ok) return;
        const svg = renderSvg('x', parsed.value);
        expect(svg).toBe(renderSvg('x', parsed.value));
        expect(svg).toMatch(/^<svg [^<>]*>.*<\/svg>$/s);
      }),
      { numRuns: 400 },
    );
  });
});
