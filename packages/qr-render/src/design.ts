/** The eight ways a data module is drawn. */
export const QR_STYLES = ['square', 'round', 'dot', 'diamond', 'circle', 'rounded', 'extra-rounded', 'classy'] as const;
export type QrStyle = (typeof QR_STYLES)[number];

/** The four ways the three finder patterns are drawn. */
export const QR_CORNER_STYLES = ['square', 'round', 'extra-round', 'classy'] as const;
export type QrCornerStyle = (typeof QR_CORNER_STYLES)[number];

export const QR_FRAMES = ['none', 'square', 'circle', 'rounded', 'banner'] as const;
export type QrFrame = (typeof QR_FRAMES)[number];

export const QR_ERROR_CORRECTION_LEVELS = ['L', 'M', 'Q', 'H'] as const;
/** Share of damaged codewords a level repairs: L 7 %, M 15 %, Q 25 %, H 30 %. */
export type QrErrorCorrectionLevel = (typeof QR_ERROR_CORRECTION_LEVELS)[number];

export const QR_GRADIENT_TYPES = ['linear', 'radial'] as const;

export interface QrGradient {
  readonly type: (typeof QR_GRADIENT_TYPES)[number];
  /** `#rrggbb`. Linear: where it starts; radial: the middle. */
  readonly from: string;
  /** `#rrggbb`. Linear: where it ends; radial: the rim. */
  readonly to: string;
  /** Degrees clockwise, 0 to 360; 0 runs from left to right. Radial gradients ignore it. */
  readonly rotation: number;
}

/** Everything that decides how a code looks. All colours are `#rrggbb` in lower case. */
export interface QrDesign {
  readonly style: QrStyle;
  readonly foregroundColor: string;
  /** Replaces the foreground colour of the data modules. */
  readonly gradient: QrGradient | null;
  readonly backgroundColor: string;
  /** Nothing is painted behind the code; scannability is then judged as if it lay on white. */
  readonly transparentBackground: boolean;
  readonly cornerStyle: QrCornerStyle;
  readonly cornerColor: string;
  /** The corners take the code's colour or gradient and `cornerColor` is ignored. */
  readonly cornersUseCodeColor: boolean;
  /** Base64 data URL of a PNG, JPEG, WebP, GIF or SVG image. */
  readonly logo: string | null;
  /** Side of the logo in percent of the symbol's side, 5 to 40. */
  readonly logoSize: number;
  readonly frame: QrFrame;
  /** At most 32 characters; empty for a frame without words. */
  readonly frameText: string;
  readonly frameColor: string;
  readonly showBranding: boolean;
  /** Quiet zone in modules, 0 to 20. */
  readonly margin: number;
  /** The least level used. A logo may raise it, nothing lowers it. */
  readonly errorCorrectionLevel: QrErrorCorrectionLevel;
}

export const DEFAULT_DESIGN: QrDesign = {
  style: 'square',
  foregroundColor: '#000000',
  gradient: null,
  backgroundColor: '#ffffff',
  transparentBackground: false,
  cornerStyle: 'square',
  cornerColor: '#000000',
  cornersUseCodeColor: false,
  logo: null,
  logoSize: 20,
  frame: 'none',
  frameText: 'SCAN ME',
  frameColor: '#000000',
  showBranding: true,
  margin: 4,
  errorCorrectionLevel: 'M',
};

/** Pixels of an image's side when nobody says otherwise. */
export const DEFAULT_SIZE = 300;
export const MIN_SIZE = 64;
export const MAX_SIZE = 4096;
