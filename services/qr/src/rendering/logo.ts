// An uploaded logo becomes a PNG of ours: what was uploaded is never stored and never served.
import { Resvg } from '@resvg/resvg-js';
import sharp from 'sharp';
import type { RenderResult } from './render-task.js';

/** Pixels of the longer side of what is kept. */
export const LOGO_SIDE = 512;
const MAX_UPLOAD_BYTES = 5 * 1024 * 1024;
/** Of the decoded picture: 6,300 by 6,300, more than the 2,500 the designer asks for, less than what hurts. */
const MAX_PIXELS = 40_000_000;
const MAX_SVG_BYTES = 512 * 1024;

const NOT_AN_IMAGE = 'The logo is not a PNG, JPEG, WebP, GIF or SVG image.';
const DAMAGED = 'The logo is damaged or too large to open.';
const UNSAFE_SVG = 'The SVG logo contains scripts, links or outside files. Export it as a plain SVG or as a PNG.';

export async function cleanLogo(upload: Uint8Array): Promise<RenderResult> {
  if (upload.byteLength > MAX_UPLOAD_BYTES) return { refusal: 'The logo is larger than 5 MB.' };
  const bytes = Buffer.from(upload);
  if (isRaster(bytes)) return encode(bytes);
  const svg = asSvg(bytes);
  if (svg === null) return { refusal: NOT_AN_IMAGE };
  if (bytes.byteLength > MAX_SVG_BYTES) return { refusal: 'The SVG logo is larger than 512 kB. Export it as a PNG.' };
  if (!isSafeSvg(svg)) return { refusal: UNSAFE_SVG };
  try {
    return await encode(new Resvg(svg, { fitTo: { mode: 'width', value: LOGO_SIDE }, font: { loadSystemFonts: false } }).render().asPng());
  } catch {
    return { refusal: DAMAGED };
  }
}

async function encode(bytes: Buffer): Promise<RenderResult> {
  try {
    const content = await sharp(bytes, { limitInputPixels: MAX_PIXELS, pages: 1, failOn: 'error' })
      .autoOrient()
      .resize(LOGO_SIDE, LOGO_SIDE, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .png({ compressionLevel: 9 })
      .toBuffer();
    return { content };
  } catch {
    return { refusal: DAMAGED };
  }
}

/** By its first bytes; what the upload calls itself does not count. */
function isRaster(bytes: Buffer): boolean {
  const starts = (hex: string): boolean => bytes.subarray(0, hex.length / 2).equals(Buffer.from(hex, 'hex'));
  return (
    starts('89504e470d0a1a0a') ||
    starts('ffd8ff') ||
    bytes.subarray(0, 4).toString('latin1') === 'GIF8' ||
    (bytes.subarray(0, 4).toString('latin1') === 'RIFF' && bytes.subarray(8, 12).toString('latin1') === 'WEBP')
  );
}

function asSvg(bytes: Buffer): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return /^\s*(<\?xml[^>]*>\s*|<!--.*?-->\s*|<!DOCTYPE[^>[]*>\s*)*<svg[\s>]/s.test(text) ? text : null;
  } catch {
    return null;
  }
}

/**
 * Drawing an SVG must read no file, fetch nothing and end soon: no entities, no scripts, no references but to its own
 * parts and to inlined pictures, and no <use>, which can multiply itself without end.
 */
function isSafeSvg(svg: string): boolean {
  if (
    /<!ENTITY|<!DOCTYPE[^>]*\[|<\?xml-stylesheet|@import|<\s*(?:\w+:)?(?:script|foreignObject|iframe|use|set|animate\w*|feImage)\b/i.test(
      svg,
    )
  )
    return false;
  if (/\son\w+\s*=/i.test(svg) || /javascript:/i.test(svg)) return false;
  for (const [, , value = ''] of svg.matchAll(/href\s*=\s*(["'])(.*?)\1/gis)) {
    if (!value.startsWith('#') && !/^data:image\/(png|jpeg|webp|gif);base64,/i.test(value)) return false;
  }
  if (/href\s*=\s*[^"'\s]/i.test(svg)) return false;
  for (const [, value = ''] of svg.matchAll(/url\(\s*["']?([^)"']*)/gi)) if (!value.startsWith('#')) return false;
  return true;
}
