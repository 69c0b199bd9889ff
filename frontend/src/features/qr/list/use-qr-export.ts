import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { requestJson } from '../../../api/request-blob';
import type { QrCode } from '../../../api/types';
import { toast } from '../../../components/toast/toast';
import { downloadBlob } from '../../../lib/download';
import { t } from '../../../messages/en/qr';
import type { QrCodePage, QrCodesQuery } from '../qr.api';
import { qrCsv } from './qr-csv';

const PAGE = 100;
/** Calls an export makes at most: 10,000 codes. */
const MAX_PAGES = 100;
const TOAST = 'qr-export';

/** Every code that the filters show, page after page, as one CSV file. */
export function useQrExport() {
  const dispatch = useDispatch();
  const [exporting, setExporting] = useState(false);

  const run = async (query: QrCodesQuery) => {
    setExporting(true);
    const codes: QrCode[] = [];
    let cursor: string | undefined;
    try {
      for (let page = 0; page < MAX_PAGES; page += 1) {
        const params = { ...query, page: 1, limit: PAGE, cursor };
        const { qrCodes, pagination } = (await requestJson({ url: '/qrcodes', params }, dispatch)) as QrCodePage;
        codes.push(...qrCodes);
        cursor = pagination.nextCursor ?? undefined;
        if (!cursor) break;
        toast.loading(t('exporting', { done: codes.length, total: pagination.total }), { id: TOAST });
      }
      downloadBlob(new Blob([qrCsv(codes)], { type: 'text/csv;charset=utf-8' }), 'linqr-qr-codes.csv');
      const said = cursor ? t('exportedPart', { count: codes.length }) : t('exported', { count: codes.length });
      toast.success(said, { id: TOAST });
    } catch {
      toast.error(t('exportFailed'), { id: TOAST });
    } finally {
      setExporting(false);
    }
  };
  return { run, exporting };
}
