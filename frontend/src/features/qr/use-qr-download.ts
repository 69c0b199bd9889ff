import type { QrCode } from '../../api/types';
import { useDownload } from '../../api/use-download';
import { t } from '../../messages/en/qr';
import { qrUrl } from './qr.api';
import { fileName } from './qr-text';

export type QrFormat = 'png' | 'svg' | 'pdf';

/** Saves a code as the server draws it. Without a size (pixels) it has the one chosen in the designer. */
export function useQrDownload() {
  const { save, busy } = useDownload();
  const download = (code: QrCode, format: QrFormat = 'png', size?: number) =>
    save({ url: `${qrUrl(code.id)}/export`, params: { format, size } }, fileName(code, format), {
      done: t('downloaded'),
      failed: t('downloadFailed'),
    });
  return { download, busy };
}
