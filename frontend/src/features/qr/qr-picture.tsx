import { type QrDesign, renderSvg } from '@linqr/qr-render';
import { useMemo } from 'react';

/** An SVG document as an image source. */
export const svgSource = (svg: string): string => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;

/** A payload drawn with the product's own renderer; nothing when it cannot be encoded. */
export function QrPicture({ payload, design, alt, size }: { payload: string; design: QrDesign; alt: string; size: number }) {
  const source = useMemo(() => {
    try {
      return svgSource(renderSvg(payload, design));
    } catch {
      return undefined;
    }
  }, [payload, design]);
  return source ? <img src={source} alt={alt} width={size} height={size} /> : null;
}
