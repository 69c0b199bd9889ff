import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import sharp from 'sharp';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

const require = createRequire(__filename);
prepareZXingModule({
  overrides: { wasmBinary: new Uint8Array(readFileSync(require.resolve('zxing-wasm/reader/zxing_reader.wasm'))).buffer },
});

/** What an independent decoder reads in a PNG, JPEG or WebP file. */
export async function scan(file: Uint8Array): Promise<string | undefined> {
  const { data, info } = await sharp(file).flatten({ background: '#ffffff' }).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const picture = { data: new Uint8ClampedArray(data), width: info.width, height: info.height, colorSpace: 'srgb' };
  const [found] = await readBarcodes(picture as unknown as ImageData, { formats: ['QRCode'], tryInvert: false, tryHarder: false });
  return found?.isValid ? found.text : undefined;
}
