import type { QrCode } from '../../api/types';
import { useDownload } from '../../api/use-download';
import { t } from '../../messages/en/qr';
import { qrUrl } from './qr.api';
import { fileName } from './qr-text';

export type QrFormat = 'png' | 'svg' | 'pdf' | 'jpeg' | 'webp';

export interface FileSize {
  /** Pixels; none: the one chosen in the designer. */
  size?: number;
  /** The side in print; wins over pixels. */
  millimetres?: number;
  dpi?: number;
}

/** Saves a code as the server draws it; answers whether that worked. */
export function useQrDownload() {
  const { save, busy } = useDownload();
  const download = (code: QrCode, format: QrFormat = 'png', size: FileSize = {}) =>
    save({ url: `${qrUrl(code.id)}/export`, params: { format, ...size } }, fileName(code, format === 'jpeg' ? 'jpg' : format), {
      done: t('downloaded'),
      failed: t('downloadFailed'),
    });
  return { download, busy };
}
