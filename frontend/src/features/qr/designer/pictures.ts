import {
  DEFAULT_DESIGN,
  QR_CORNER_STYLES,
  QR_FRAMES,
  QR_STYLES,
  type QrCornerStyle,
  type QrDesign,
  type QrFrame,
  type QrStyle,
  renderSvg,
} from '@linqr/qr-render';
import { t } from '../../../messages/en/qr-designer';
import { svgSource } from '../qr-picture';

/** Short enough for the smallest symbol, whose shapes stay visible in a small picture. */
const SAMPLE = 'LINQR';
const plain: QrDesign = { ...DEFAULT_DESIGN, margin: 0, showBranding: false };

interface Option<T extends string> {
  value: T;
  label: string;
  picture: string;
}

/** Shows a part of a drawing: `x y width height` in modules. */
const cut = (svg: string, box: string) => svg.replace(/viewBox="[^"]+"/, `viewBox="${box}"`);

/** The lower right of the symbol, where there are only data modules. */
export const patternPictures: readonly Option<QrStyle>[] = QR_STYLES.map((style) => ({
  value: style,
  label: t(style),
  picture: svgSource(cut(renderSvg(SAMPLE, { ...plain, style }), '9 9 9 9')),
}));

/** One corner with a little of the code around it. */
export const cornerPictures: readonly Option<QrCornerStyle>[] = QR_CORNER_STYLES.map((cornerStyle) => ({
  value: cornerStyle,
  label: t(cornerStyle),
  picture: svgSource(cut(renderSvg(SAMPLE, { ...plain, cornerStyle }), '-1 -1 9 9')),
}));

export const framePictures: readonly Option<QrFrame>[] = QR_FRAMES.map((frame) => ({
  value: frame,
  label: t(frame),
  picture: svgSource(renderSvg(SAMPLE, { ...plain, margin: 2, frame })),
}));

export const designPicture = (design: QrDesign, logo: string | null = null): string =>
  svgSource(renderSvg(SAMPLE, { ...design, logo, showBranding: false }));
