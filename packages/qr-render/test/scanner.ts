import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Resvg } from '@resvg/resvg-js';
import jsqr from 'jsqr';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

const { abs, ceil, cos, floor, imul, log, max, min, PI, round, sqrt } = Math;

/** RGBA pixels, four bytes each, opaque. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray<ArrayBuffer>;
}

let ready: Promise<unknown> | null = null;

/** Without this the decoder would fetch its wasm file from a CDN. */
function prepare(): Promise<unknown> {
  const require = createRequire(`${process.cwd()}/package.json`);
  ready ??= prepareZXingModule({
    overrides: { wasmBinary: new Uint8Array(readFileSync(require.resolve('zxing-wasm/reader/zxing_reader.wasm'))).buffer },
    fireImmediately: true,
  }) as Promise<unknown>;
  return ready;
}

/** Rasterises an SVG at a width in pixels; transparent parts are laid on white. */
export function rasterise(svg: string, width: number): Picture {
  const image = new Resvg(svg, {
    fitTo: { mode: 'width', value: width },
    background: '#ffffff',
    font: { loadSystemFonts: false },
  }).render();
  return { width: image.width, height: image.height, data: new Uint8ClampedArray(image.pixels) };
}

/** The text zxing reads, or null. */
export async function readWithZxing(picture: Picture): Promise<string | null> {
  await prepare();
  // An ImageData in all but name, which Node does not have.
  const pixels = { ...picture, colorSpace: 'srgb' } as ImageData;
  const found = await readBarcodes(pixels, { formats: ['QRCode'], tryInvert: false, maxNumberOfSymbols: 1 });
  return found[0]?.isValid === true ? found[0].text : null;
}

/** The text jsQR reads, or null. */
export function readWithJsqr(picture: Picture): string | null {
  const read = jsqr as unknown as typeof jsqr.default;
  return read(picture.data, picture.width, picture.height, { inversionAttempts: 'dontInvert' })?.data ?? null;
}

/** Resamples by averaging areas when shrinking and linearly when growing, as cameras and browsers do. */
export function resize(picture: Picture, width: number): Picture {
  const scale = picture.width / width;
  const height = round(picture.height / scale);
  const data = new Uint8ClampedArray(width * height * 4);
  const reach = max(1, scale);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const sum = sample(picture, (x + 0.5) * scale, (y + 0.5) * scale, reach);
      const at = (y * width + x) * 4;
      for (let channel = 0; channel < 3; channel += 1) data[at + channel] = sum[channel] ?? 0;
      data[at + 3] = 255;
    }
  }
  return { width, height, data };
}

/** Mean of the pixels within `reach`, weighted by a triangle around the point. */
function sample(picture: Picture, centerX: number, centerY: number, reach: number): [number, number, number] {
  const sum: [number, number, number] = [0, 0, 0];
  let weights = 0;
  const range = (center: number, most: number): [number, number] => [max(0, floor(center - reach)), min(most - 1, ceil(center + reach))];
  const [left, right] = range(centerX, picture.width);
  const [top, bottom] = range(centerY, picture.height);
  for (let y = top; y <= bottom; y += 1) {
    const vertical = 1 - abs(y + 0.5 - centerY) / reach;
    if (vertical <= 0) continue;
    for (let x = left; x <= right; x += 1) {
      const weight = vertical * (1 - abs(x + 0.5 - centerX) / reach);
      if (weight <= 0) continue;
      const at = (y * picture.width + x) * 4;
      for (const channel of [0, 1, 2] as const) sum[channel] += weight * (picture.data[at + channel] ?? 0);
      weights += weight;
    }
  }
  return [sum[0] / weights, sum[1] / weights, sum[2] / weights];
}

/** Replaces a share of the pixels by black or white, the same ones for the same seed. */
export function addNoise(picture: Picture, share: number, seed: number): Picture {
  const data = new Uint8ClampedArray(picture.data);
  const random = mulberry32(seed);
  for (let at = 0; at < data.length; at += 4) {
    if (random() >= share) continue;
    const value = random() < 0.5 ? 0 : 255;
    data[at] = value;
    data[at + 1] = value;
    data[at + 2] = value;
  }
  return { ...picture, data };
}

/** Adds to each pixel's brightness a normally distributed error of the given share of full scale. */
export function addGrain(picture: Picture, share: number, seed: number): Picture {
  const data = new Uint8ClampedArray(picture.data);
  const random = mulberry32(seed);
  for (let at = 0; at < data.length; at += 4) {
    const normal = sqrt(-2 * log(1 - random())) * cos(2 * PI * random());
    for (let channel = 0; channel < 3; channel += 1) data[at + channel] = (data[at + channel] ?? 0) + normal * share * 255;
  }
  return { ...picture, data };
}

/** A small seeded generator, 0 to 1. */
export function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
