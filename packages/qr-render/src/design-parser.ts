import { parseColor } from './color.js';
import {
  DEFAULT_DESIGN,
  QR_CORNER_STYLES,
  QR_ERROR_CORRECTION_LEVELS,
  QR_FRAMES,
  QR_GRADIENT_TYPES,
  QR_STYLES,
  type QrDesign,
  type QrGradient,
} from './design.js';
import { isLogo, MAX_LOGO_BYTES } from './logo.js';

export interface FieldProblem {
  /** Dotted path inside the design, for example `gradient.from`. */
  readonly field: string;
  /** A sentence for the person who filled the field in. */
  readonly message: string;
}

export type Parsed<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problems: readonly FieldProblem[] };

const MAX_FRAME_TEXT = 32;

/**
 * Checks a design from outside. Fields that are absent or null keep the base's value (null clears `logo` and
 * `gradient`), unknown fields are ignored, every wrong field is reported.
 */
export function parseDesign(input: unknown, base: QrDesign = DEFAULT_DESIGN): Parsed<QrDesign> {
  if (input === undefined || input === null) return { ok: true, value: base };
  if (!isRecord(input)) return { ok: false, problems: [{ field: '', message: 'The design must be an object.' }] };
  const read = new FieldReader(input);
  const value: QrDesign = {
    style: read.choice('style', QR_STYLES, base.style),
    foregroundColor: read.color('foregroundColor', base.foregroundColor),
    gradient: read.gradient(base.gradient),
    backgroundColor: read.color('backgroundColor', base.backgroundColor),
    transparentBackground: read.flag('transparentBackground', base.transparentBackground),
    cornerStyle: read.choice('cornerStyle', QR_CORNER_STYLES, base.cornerStyle),
    cornerColor: read.color('cornerColor', base.cornerColor),
    cornersUseCodeColor: read.flag('cornersUseCodeColor', base.cornersUseCodeColor),
    logo: read.logo(base.logo),
    logoSize: read.number('logoSize', 5, 40, base.logoSize),
    frame: read.choice('frame', QR_FRAMES, base.frame),
    frameText: read.line('frameText', MAX_FRAME_TEXT, base.frameText),
    frameColor: read.color('frameColor', base.frameColor),
    showBranding: read.flag('showBranding', base.showBranding),
    margin: read.number('margin', 0, 20, base.margin),
    errorCorrectionLevel: read.choice('errorCorrectionLevel', QR_ERROR_CORRECTION_LEVELS, base.errorCorrectionLevel),
  };
  return read.problems.length === 0 ? { ok: true, value } : { ok: false, problems: read.problems };
}

/** Reads one field after the other and keeps what is wrong, so that all of it can be told at once. */
class FieldReader {
  readonly problems: FieldProblem[] = [];

  constructor(
    private readonly input: Record<string, unknown>,
    private readonly prefix = '',
  ) {}

  choice<T extends string>(field: string, choices: readonly T[], fallback: T): T {
    return this.read(field, fallback, `Choose one of ${choices.join(', ')}.`, (value) => choices.find((choice) => choice === value));
  }

  color(field: string, fallback: string): string {
    return this.read(field, fallback, 'Enter a colour as # and six hex digits, for example #1d4ed8.', (value) =>
      typeof value === 'string' ? (parseColor(value) ?? undefined) : undefined,
    );
  }

  flag(field: string, fallback: boolean): boolean {
    return this.read(field, fallback, 'Must be true or false.', (value) => (typeof value === 'boolean' ? value : undefined));
  }

  number(field: string, least: number, most: number, fallback: number): number {
    return this.read(field, fallback, `Enter a number from ${least} to ${most}.`, (value) =>
      typeof value === 'number' && value >= least && value <= most ? value : undefined,
    );
  }

  line(field: string, most: number, fallback: string): string {
    return this.read(field, fallback, `Enter at most ${most} characters on one line.`, (value) =>
      typeof value === 'string' && [...value].length <= most && !/\p{Cc}/u.test(value) ? value.trim() : undefined,
    );
  }

  logo(fallback: string | null): string | null {
    const value = this.input.logo;
    if (value === null || value === '' || value === 'none') return null;
    if (typeof value === 'string' && value.length > (MAX_LOGO_BYTES * 4) / 3 + 64) {
      this.report('logo', 'The logo is larger than 5 MB.');
      return null;
    }
    return this.read<string | null>('logo', fallback, 'Upload a PNG, JPEG, WebP, GIF or SVG image.', (text) =>
      typeof text === 'string' && isLogo(text) ? text : undefined,
    );
  }

  gradient(fallback: QrGradient | null): QrGradient | null {
    const value = this.input.gradient;
    if (value === undefined) return fallback;
    if (value === null || value === 'none') return null;
    if (!isRecord(value)) {
      this.report('gradient', 'The gradient must have a type and two colours.');
      return null;
    }
    const inner = new FieldReader(value, 'gradient.');
    const gradient: QrGradient = {
      type: inner.choice('type', QR_GRADIENT_TYPES, 'linear'),
      from: inner.color('from', DEFAULT_DESIGN.foregroundColor),
      to: inner.color('to', DEFAULT_DESIGN.foregroundColor),
      rotation: inner.number('rotation', 0, 360, 0),
    };
    this.problems.push(...inner.problems);
    return gradient;
  }

  private read<T>(field: string, fallback: T, message: string, parse: (value: unknown) => T | undefined): T {
    const value = this.input[field];
    if (value === undefined || value === null) return fallback;
    const parsed = parse(value);
    if (parsed !== undefined) return parsed;
    this.report(field, message);
    return fallback;
  }

  private report(field: string, message: string): void {
    this.problems.push({ field: this.prefix + field, message });
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
