import { DEFAULT_DESIGN, DEFAULT_SIZE, MAX_SIZE, MIN_SIZE, type QrDesign } from './design.js';
import { type FieldProblem, isRecord, type Parsed, parseDesign } from './design-parser.js';

/** A code's customization as the HTTP API carries it: six plain fields and the designer's own record. */
export interface QrCustomization {
  readonly color: string;
  readonly backgroundColor: string;
  /** Pixels of the image's side. */
  readonly size: number;
  /** Modules of quiet zone. */
  readonly margin: number;
  readonly errorCorrectionLevel: QrDesign['errorCorrectionLevel'];
  readonly showBranding: boolean;
  readonly frontendCustomization: Omit<QrDesign, 'margin' | 'errorCorrectionLevel'>;
}

export interface StyledSize {
  readonly design: QrDesign;
  /** Pixels of the image's side. */
  readonly size: number;
}

export const DEFAULT_STYLED_SIZE: StyledSize = { design: DEFAULT_DESIGN, size: DEFAULT_SIZE };

/**
 * Reads a customization. Absent fields keep the base's value; where the designer's record and a plain field
 * disagree, the record wins; without a record `color` paints the corners too.
 */
export function parseCustomization(input: unknown, base: StyledSize = DEFAULT_STYLED_SIZE): Parsed<StyledSize> {
  if (input === undefined || input === null) return { ok: true, value: base };
  if (!isRecord(input)) {
    return { ok: false, problems: [{ field: 'customization', message: 'The customization must be an object.' }] };
  }
  const problems: FieldProblem[] = [];
  const outer = parseDesign(
    {
      foregroundColor: input.color,
      cornerColor: input.color,
      ...(isPresent(input.color) ? { gradient: null } : {}),
      backgroundColor: input.backgroundColor,
      margin: input.margin,
      errorCorrectionLevel: input.errorCorrectionLevel,
      showBranding: input.showBranding,
    },
    base.design,
  );
  if (!outer.ok) {
    const outerNames: Record<string, string> = { foregroundColor: 'color', cornerColor: 'color' };
    for (const { field, message } of outer.problems) {
      if (field !== 'cornerColor') problems.push({ field: `customization.${outerNames[field] ?? field}`, message });
    }
  }
  const plain = outer.ok ? outer.value : base.design;
  // The record repeats neither of the two fields that only stand outside it.
  const record = isRecord(input.frontendCustomization)
    ? { ...input.frontendCustomization, margin: undefined, errorCorrectionLevel: undefined }
    : input.frontendCustomization;
  const inner = parseDesign(record, isPresent(record) ? keepRecord(plain, base.design) : plain);
  if (!inner.ok) {
    for (const { field, message } of inner.problems) {
      problems.push({ field: `customization.frontendCustomization${field === '' ? '' : `.${field}`}`, message });
    }
  }
  const size = input.size ?? base.size;
  if (typeof size !== 'number' || !Number.isInteger(size) || size < MIN_SIZE || size > MAX_SIZE) {
    problems.push({ field: 'customization.size', message: `Enter a whole number from ${MIN_SIZE} to ${MAX_SIZE}.` });
  }
  if (problems.length > 0 || !inner.ok) return { ok: false, problems };
  return { ok: true, value: { design: inner.value, size: size as number } };
}

/** The record speaks of corners and gradient itself, so a plain colour beside it must not touch them. */
function keepRecord(plain: QrDesign, base: QrDesign): QrDesign {
  return { ...plain, cornerColor: base.cornerColor, gradient: base.gradient };
}

/** The customization that describes a design. */
export function toCustomization({ design, size }: StyledSize): QrCustomization {
  const { margin, errorCorrectionLevel, ...frontendCustomization } = design;
  return {
    color: design.foregroundColor,
    backgroundColor: design.backgroundColor,
    size,
    margin,
    errorCorrectionLevel,
    showBranding: design.showBranding,
    frontendCustomization,
  };
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null;
}
