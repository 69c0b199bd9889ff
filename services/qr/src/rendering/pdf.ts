import PDFDocument from 'pdfkit';
import svgToPdf from 'svg-to-pdfkit';
import { FRAME_FONT } from './fonts.js';

/** Points in a CSS pixel: 1/96 inch against 1/72. */
const POINTS_PER_PIXEL = 0.75;
/** Any fixed moment: the same code gives the same bytes. */
const NO_DATE = new Date(0);

/** A PDF of one page of the code's size; vectors and gradients stay what they are. */
export async function drawPdf(svg: string, size: number): Promise<Uint8Array> {
  const side = size * POINTS_PER_PIXEL;
  const document = new PDFDocument({
    size: [side, side],
    margin: 0,
    info: { Title: 'QR code', Creator: 'Linqr', Producer: 'Linqr', CreationDate: NO_DATE, ModDate: NO_DATE },
  });
  const chunks: Buffer[] = [];
  const done = new Promise<void>((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', resolve);
    document.on('error', reject);
  });
  // The drawing's own width and height would win over the page's and crop it.
  const sized = svg.replace(/ width="[^"]*" height="[^"]*"/, ` width="${side}" height="${side}"`);
  svgToPdf(document as unknown as Parameters<typeof svgToPdf>[0], sized, 0, 0, {
    width: side,
    height: side,
    assumePt: true,
    fontCallback: () => FRAME_FONT,
  });
  document.end();
  await done;
  return Buffer.concat(chunks);
}
