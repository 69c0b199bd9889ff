import {
  assessScannability,
  createQr,
  DEFAULT_DESIGN,
  QR_CORNER_STYLES,
  QR_ERROR_CORRECTION_LEVELS,
  QR_FRAMES,
  QR_STYLES,
  type QrDesign,
  renderSvg,
} from '@linqr/qr-render';
import { addGrain, addNoise, mulberry32, rasterise, readWithZxing, resize } from './scanner.js';

/** What a dynamic code of an installation with a middling host name encodes. */
export const DYNAMIC_URL = 'https://links.example.com/qr/qr_01hxyzabcdefghjkmnpqrstvwx';

/** A dark square, the worst a logo can be: no light pixel of it agrees with the module it hides. */
export const DARK_LOGO =
  'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHdpZHRoPSI5IiBoZWlnaHQ9IjkiPjxyZWN0IHdpZHRoPSI5IiBoZWlnaHQ9IjkiLz48L3N2Zz4=';

const LOGOS = ['none', 'default', 'largest'] as const;
const FILLS = ['single', 'linear', 'radial'] as const;
const FLAGS = [false, true] as const;

/** Every choice of the designer that can keep a code from being read, each with all of its values. */
const CHOICES = [
  QR_STYLES,
  QR_CORNER_STYLES,
  QR_FRAMES,
  QR_ERROR_CORRECTION_LEVELS,
  LOGOS,
  FLAGS, // branding
  FILLS,
  FLAGS, // transparent background
] as const;

export interface Combination {
  readonly name: string;
  readonly design: QrDesign;
}

/** Every `stride`-th of all pattern × corner × frame × level × logo the product allows, in a fixed order. */
export function combinations(stride: number): Combination[] {
  const all: Combination[] = [];
  let at = 0;
  for (const style of QR_STYLES)
    for (const cornerStyle of QR_CORNER_STYLES)
      for (const frame of QR_FRAMES)
        for (const errorCorrectionLevel of QR_ERROR_CORRECTION_LEVELS)
          for (const logo of LOGOS) {
            at += 1;
            if (at % stride !== 0) continue;
            const plain: QrDesign = { ...DEFAULT_DESIGN, style, cornerStyle, frame, errorCorrectionLevel };
            const design = logo === 'none' ? plain : withLogo(plain, logo === 'default' ? DEFAULT_DESIGN.logoSize : 40);
            all.push({ name: [style, cornerStyle, frame, errorCorrectionLevel, `logo ${logo} ${design.logoSize}`].join(' · '), design });
          }
  return all;
}

/**
 * Few designs that hold every pair of values of any two choices at least once, the same ones for the same seed. Faults of a
 * drawing come from one value or from two that meet; the whole product is for `npm run exhaustive`.
 */
export function coveringDesigns(seed: number): Combination[] {
  const random = mulberry32(seed);
  const pick = (choice: number): number => Math.floor(random() * (CHOICES[choice]?.length ?? 1));
  const pairsOf = (values: readonly number[]): string[] =>
    values.flatMap((a, i) => values.slice(i + 1).map((b, j) => `${i}=${a} ${i + 1 + j}=${b}`));
  const missing = allPairs();
  const chosen: number[][] = [];
  for (const [wanted, pair] of missing) {
    if (!missing.has(wanted)) continue;
    let best: number[] = [];
    let most = 0;
    for (let attempt = 0; attempt < 50; attempt += 1) {
      const values = CHOICES.map((_, choice) => pair.get(choice) ?? pick(choice));
      const gain = pairsOf(values).filter((name) => missing.has(name)).length;
      if (gain > most) [best, most] = [values, gain];
    }
    for (const name of pairsOf(best)) missing.delete(name);
    chosen.push(best);
  }
  return chosen.map(toCombination);
}

function allPairs(): Map<string, Map<number, number>> {
  const pairs = new Map<string, Map<number, number>>();
  for (const [i, first] of CHOICES.entries())
    for (const [j, second] of CHOICES.entries()) {
      if (j <= i) continue;
      for (const a of first.keys())
        for (const b of second.keys())
          pairs.set(
            `${i}=${a} ${j}=${b}`,
            new Map([
              [i, a],
              [j, b],
            ]),
          );
    }
  return pairs;
}

function toCombination(values: readonly number[]): Combination {
  const at = <T>(choice: readonly T[], index: number): T => choice[values[index] ?? 0] as T;
  const logo = at(LOGOS, 4);
  const fill = at(FILLS, 6);
  const plain: QrDesign = {
    ...DEFAULT_DESIGN,
    style: at(QR_STYLES, 0),
    cornerStyle: at(QR_CORNER_STYLES, 1),
    frame: at(QR_FRAMES, 2),
    errorCorrectionLevel: at(QR_ERROR_CORRECTION_LEVELS, 3),
    showBranding: at(FLAGS, 5),
    gradient: fill === 'single' ? null : { type: fill, from: '#0f172a', to: '#be185d', rotation: 45 },
    transparentBackground: at(FLAGS, 7),
  };
  const design = logo === 'none' ? plain : withLogo(plain, logo === 'default' ? DEFAULT_DESIGN.logoSize : 40);
  const { style, cornerStyle, frame, errorCorrectionLevel: level, showBranding, transparentBackground } = design;
  return {
    name: [style, cornerStyle, frame, level, `logo ${logo}`, fill, { showBranding, transparentBackground }]
      .map((part) => (typeof part === 'string' ? part : JSON.stringify(part)))
      .join(' · '),
    design,
  };
}

/** The design with the largest logo the product allows, at most `most` percent. */
function withLogo(design: QrDesign, most: number): QrDesign {
  for (let logoSize = most; logoSize >= 5; logoSize -= 1) {
    const candidate = { ...design, logo: DARK_LOGO, logoSize };
    if (assessScannability(candidate, DYNAMIC_URL).ok) return candidate;
  }
  throw new Error('no logo is allowed at all');
}

/** The ways a rendering must survive that this design does not; empty when it decodes in all of them. */
export async function failures(design: QrDesign, payload: string): Promise<string[]> {
  const failed: string[] = [];
  const svg = renderSvg(payload, design);
  const check = async (way: string, read: Promise<string | null>): Promise<void> => {
    if ((await read) !== payload) failed.push(way);
  };
  const { minimumSize } = assessScannability(design, payload);
  const large = rasterise(svg, Math.max(640, minimumSize));
  await check('as rendered', readWithZxing(large));
  await check('at the least size', readWithZxing(rasterise(svg, minimumSize)));
  const modules = createQr(payload, { errorCorrectionLevel: design.errorCorrectionLevel }).size;
  if (minimumSize <= 120 || modules <= 37) await check('scaled to 120 px and back', readWithZxing(resize(resize(large, 120), large.width)));
  await check('with 10 % of the pixels black or white', readWithZxing(addNoise(large, 0.1, 7)));
  await check('with 10 % grain', readWithZxing(addGrain(large, 0.1, 7)));
  return failed;
}
