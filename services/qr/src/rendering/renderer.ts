import { AppError, type FieldProblem, validationFailed } from '@linqr/platform/errors';
import { assessScannability, type QrDesign, type ScanProblem } from '@linqr/qr-render';
import type { RenderPool } from './render-pool.js';
import type { ImageFormat, PrintSize } from './render-task.js';

const LOGO_FIELD = 'customization.frontendCustomization.logo';
/** Fields that the API carries beside the designer's record. */
const PLAIN_FIELDS: ReadonlySet<string> = new Set(['margin', 'size']);

/** Draws what scans and refuses what does not. */
export class QrRenderer {
  constructor(private readonly pool: RenderPool) {}

  /** Least pixels of a raster image. QR_NOT_SCANNABLE, or VALIDATION_FAILED where the content is at fault. */
  requireScannable(design: QrDesign, payload: string, size?: number): number {
    const { ok, problems, minimumSize } = assessScannability(design, payload, size);
    if (ok) return minimumSize;
    const errors = problems.filter(({ severity }) => severity === 'error');
    const details = errors.map(toFieldProblem);
    if (errors.some(({ field }) => field === 'content')) throw validationFailed(...details);
    throw new AppError('QR_NOT_SCANNABLE', details[0]?.message ?? 'This design would not scan.', { details });
  }

  async draw(payload: string, design: QrDesign, format: ImageFormat, size: number, print?: PrintSize): Promise<Uint8Array> {
    const result = await this.pool.run({ kind: 'image', payload, design, format, size, print });
    if ('refusal' in result) throw new AppError('INTERNAL', 'The image could not be drawn.', { internal: result.refusal });
    return result.content;
  }

  /** An uploaded data URL as the data URL of a PNG of ours. */
  async cleanLogo(dataUrl: string): Promise<string> {
    const upload = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');
    const result = await this.pool.run({ kind: 'logo', upload });
    if ('refusal' in result) throw validationFailed({ field: LOGO_FIELD, message: result.refusal });
    return `data:image/png;base64,${Buffer.from(result.content).toString('base64')}`;
  }
}

function toFieldProblem({ field, message }: ScanProblem): FieldProblem {
  if (field === 'content') return { field, message };
  return { field: PLAIN_FIELDS.has(field) ? `customization.${field}` : `customization.frontendCustomization.${field}`, message };
}
