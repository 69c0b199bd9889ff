import { describe, expect, it } from '@jest/globals';
import { DEFAULT_STYLED_SIZE, parseCustomization, toCustomization } from './customization.js';
import { DEFAULT_DESIGN } from './design.js';

function parse(input: unknown, base = DEFAULT_STYLED_SIZE) {
  const parsed = parseCustomization(input, base);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.value;
}

describe('parseCustomization', () => {
  it('answers the specified defaults for nothing', () => {
    expect(parse(undefined)).toEqual({ design: DEFAULT_DESIGN, size: 300 });
    expect(parse({ size: 300, color: 'black', backgroundColor: 'white', margin: 4, errorCorrectionLevel: 'M' })).toEqual(
      DEFAULT_STYLED_SIZE,
    );
  });

  it('paints the whole code with a plain colour', () => {
    expect(parse({ size: 500, color: '#2563EB' })).toEqual({
      design: { ...DEFAULT_DESIGN, foregroundColor: '#2563eb', cornerColor: '#2563eb' },
      size: 500,
    });
  });

  it("lets the designer's record win over the plain fields", () => {
    const { design } = parse({
      color: '#111111',
      showBranding: true,
      margin: 5,
      frontendCustomization: { foregroundColor: '#222222', style: 'dot', showBranding: false, margin: 9 },
    });
    expect(design).toEqual({ ...DEFAULT_DESIGN, foregroundColor: '#222222', style: 'dot', showBranding: false, margin: 5 });
  });

  it('changes only what an update names', () => {
    const base = parse({ frontendCustomization: { style: 'dot', frame: 'circle', cornerColor: '#333333' } });
    expect(parse({ size: 400 }, base)).toEqual({ ...base, size: 400 });
    expect(parse({ frontendCustomization: { frame: 'none' } }, base).design).toEqual({ ...base.design, frame: 'none' });
  });

  it('reads back what it writes', () => {
    const styled = parse({
      size: 640,
      margin: 6,
      frontendCustomization: { style: 'classy', gradient: { from: '#000000', to: '#123456' } },
    });
    expect(parse(toCustomization(styled))).toEqual(styled);
  });

  it('names wrong fields by the path the caller sent', () => {
    const parsed = parseCustomization({ color: 'nocolour', size: 12.5, frontendCustomization: { style: 'x', gradient: { to: 1 } } });
    expect(parsed.ok ? [] : parsed.problems.map(({ field }) => field)).toEqual([
      'customization.color',
      'customization.frontendCustomization.style',
      'customization.frontendCustomization.gradient.to',
      'customization.size',
    ]);
  });
});
