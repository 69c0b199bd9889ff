/** Draws a text as a QR code in the browser, with the server's own renderer; gives an SVG data URL. Loaded when first used. */
export async function drawQr(text: string, look: { style?: 'square' | 'rounded' | 'dot'; color?: string } = {}): Promise<string> {
  const { DEFAULT_DESIGN, renderSvg } = await import('@linqr/qr-render');
  const svg = renderSvg(text, {
    ...DEFAULT_DESIGN,
    style: look.style ?? DEFAULT_DESIGN.style,
    cornerStyle: look.style === 'square' || !look.style ? 'square' : 'extra-round',
    foregroundColor: look.color ?? DEFAULT_DESIGN.foregroundColor,
    cornersUseCodeColor: true,
    showBranding: false,
  });
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
}

/** What the API gives as `qrCode` → an image source, whether or not it carries the data-URL prefix. */
export const qrImage = (base64: string): string => (base64.startsWith('data:') ? base64 : `data:image/png;base64,${base64}`);
