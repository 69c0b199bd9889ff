import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { messageOf } from '../../../api/api-error';
import type { ApiRequest } from '../../../api/http';
import { requestBlob } from '../../../api/request-blob';
import { toast } from '../../../components/toast/toast';
import { downloadBlob } from '../../../lib/download';

/** A thousand large images take minutes to draw. */
const TIMEOUT_MS = 15 * 60_000;

/** Fetches a file that is made while it is sent. Answers whether it is saved. */
export function useBigDownload() {
  const dispatch = useDispatch();
  const [busy, setBusy] = useState(false);
  const save = async (
    request: Omit<ApiRequest, 'responseType'>,
    name: string,
    texts: { done: string; failed: string },
  ): Promise<boolean> => {
    setBusy(true);
    try {
      downloadBlob(await requestBlob({ ...request, timeoutMs: TIMEOUT_MS }, dispatch), name);
      toast.success(texts.done);
      return true;
    } catch (error) {
      toast.error(messageOf(error, texts.failed));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { save, busy };
}
