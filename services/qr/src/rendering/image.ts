import { type QrDesign, renderSvg } from '@linqr/qr-render';
import { Resvg } from '@resvg/resvg-js';
import sharp from 'sharp';
import { FRAME_FONT, needsSystemFonts } from './fonts.js';
import { drawPdf } from './pdf.js';
import { withResolution } from './png-resolution.js';
import type { ImageFormat, PrintSize } from './render-task.js';

const JPEG_QUALITY = 92;

/** A code as a file of `size` pixels. */
export async function drawImage(
  payload: string,
  design: QrDesign,
  format: ImageFormat,
  size: number,
  print?: PrintSize,
): Promise<Uint8Array> {
  // JPEG knows no transparency; black, its usual substitute, would swallow the code.
  const opaque = format === 'jpeg' ? { ...design, transparentBackground: false } : design;
  const svg = renderSvg(payload, format === 'jpeg' && design.transparentBackground ? { ...opaque, backgroundColor: '#ffffff' } : opaque, {
    size,
  });
  if (format === 'svg') return Buffer.from(print ? inMillimetres(svg, print.millimetres) : svg, 'utf8');
  if (format === 'pdf') return drawPdf(svg, size);
  const raster = rasterise(svg, design, size);
  if (format === 'png') return print ? withResolution(raster.asPng(), print.dpi) : raster.asPng();
  const pixels = sharp(raster.pixels, { raw: { width: raster.width, height: raster.height, channels: 4, premultiplied: true } });
  if (format === 'webp') return pixels.webp({ lossless: true, effort: 3 }).toBuffer();
  // Full colour resolution: halved, the edges of coloured modules blur.
  const flat = pixels.removeAlpha();
  return (print ? flat.withMetadata({ density: print.dpi }) : flat).jpeg({ quality: JPEG_QUALITY, chromaSubsampling: '4:4:4' }).toBuffer();
}

/** The drawing's width and height as lengths in print. */
function inMillimetres(svg: string, side: number): string {
  return svg.replace(/ width="[^"]*" height="[^"]*"/, ` width="${side}mm" height="${side}mm"`);
}

function rasterise(svg: string, design: QrDesign, size: number) {
  const words = design.frame === 'none' ? '' : design.frameText;
  return new Resvg(svg, {
    fitTo: { mode: 'width', value: size },
    font: {
      loadSystemFonts: needsSystemFonts(words),
      fontFiles: words === '' ? [] : [FRAME_FONT],
      defaultFontFamily: 'DejaVu Sans',
    },
  }).render();
}
