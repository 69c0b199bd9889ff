import { describe, expect, it } from '@jest/globals';
import { DEFAULT_DESIGN, type QrDesign } from './design.js';
import { assessScannability } from './scannability.js';
import { PRESET_COLORS, QR_TEMPLATES } from './templates.js';

const URL_PAYLOAD = 'https://links.example.com/qr/qr_01hxyzabcdefghjkmnpqrstvwx';
const LOGO = 'data:image/png;base64,AAAA';

function judge(changes: Partial<QrDesign>, payload = URL_PAYLOAD, size?: number): string[] {
  const { problems } = assessScannability({ ...DEFAULT_DESIGN, ...changes }, payload, size);
  return problems.map(({ severity, code, field }) => `${severity} ${code} ${field}`);
}

describe('assessScannability', () => {
  it('has nothing to say about the defaults, the presets and the templates', () => {
    expect(judge({})).toEqual([]);
    for (const { color } of PRESET_COLORS) expect(judge({ foregroundColor: color, cornerColor: color })).toEqual([]);
    for (const { design } of QR_TEMPLATES) expect(assessScannability(design, URL_PAYLOAD).problems).toEqual([]);
  });

  it.each<[string, Partial<QrDesign>, string[]]>([
    ['pale code', { foregroundColor: '#dddddd' }, ['error CONTRAST_TOO_LOW foregroundColor']],
    ['pale corners', { cornerColor: '#dddddd' }, ['error CONTRAST_TOO_LOW cornerColor']],
    ['pale corners that are not used', { cornerColor: '#dddddd', cornersUseCodeColor: true }, []],
    ['middling code', { foregroundColor: '#9a9a9a' }, ['warning CONTRAST_TOO_LOW foregroundColor']],
    [
      'one pale end of a gradient',
      { gradient: { type: 'linear', from: '#000000', to: '#ffee88', rotation: 0 } },
      ['error CONTRAST_TOO_LOW gradient.to'],
    ],
    [
      'a covered foreground colour',
      { foregroundColor: '#ffffff', gradient: { type: 'radial', from: '#000000', to: '#1e3a8a', rotation: 0 } },
      [],
    ],
    [
      'inverted colours',
      { foregroundColor: '#ffffff', cornerColor: '#ffffff', backgroundColor: '#000000' },
      ['error COLORS_INVERTED foregroundColor', 'error COLORS_INVERTED cornerColor'],
    ],
    ['no margin', { margin: 0 }, ['error QUIET_ZONE_TOO_SMALL margin']],
    ['a narrow margin', { margin: 3 }, ['warning QUIET_ZONE_TOO_SMALL margin']],
    ['a transparent background', { transparentBackground: true }, ['warning BACKGROUND_TRANSPARENT transparentBackground']],
    [
      'a white code on nothing',
      { transparentBackground: true, backgroundColor: '#000000', foregroundColor: '#ffffff' },
      ['error CONTRAST_TOO_LOW foregroundColor', 'warning BACKGROUND_TRANSPARENT transparentBackground'],
    ],
    ['the default logo', { logo: LOGO }, []],
    ['a huge logo', { logo: LOGO, logoSize: 40 }, ['error LOGO_TOO_LARGE logoSize']],
  ])('judges %s', (_name, changes, expected) => {
    expect(judge(changes)).toEqual(expected);
  });

  it('names a logo size that passes', () => {
    const { problems } = assessScannability({ ...DEFAULT_DESIGN, logo: LOGO, logoSize: 40 }, URL_PAYLOAD);
    const largest = Number(/Make it (\d+) %/.exec(problems[0]?.message ?? '')?.[1]);
    expect(judge({ logo: LOGO, logoSize: largest })).toEqual([]);
    expect(judge({ logo: LOGO, logoSize: largest + 1 })).toEqual(['error LOGO_TOO_LARGE logoSize']);
  });

  it('refuses what no symbol holds, nothing, and images too small for their modules', () => {
    expect(judge({}, 'x'.repeat(2953))).toEqual(['error CONTENT_TOO_LONG content']);
    expect(judge({ errorCorrectionLevel: 'L' }, 'x'.repeat(2953))).toEqual([]);
    expect(judge({}, '')).toEqual(['error CONTENT_EMPTY content']);
    expect(judge({}, URL_PAYLOAD, 64)).toEqual(['error IMAGE_TOO_SMALL size']);
    expect(judge({}, URL_PAYLOAD, 128)).toEqual([]);
  });
});
