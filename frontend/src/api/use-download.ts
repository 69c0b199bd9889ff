import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { toast } from '../components/toast/toast';
import { downloadBlob } from '../lib/download';
import type { ApiRequest } from './http';
import { requestBlob } from './request-blob';

/** Fetches a file and saves it; says `failed` when that does not work, and answers whether it did. */
export function useDownload() {
  const dispatch = useDispatch();
  const [busy, setBusy] = useState(false);
  const save = async (request: Omit<ApiRequest, 'responseType'>, name: string, texts: { done?: string; failed: string }) => {
    setBusy(true);
    try {
      downloadBlob(await requestBlob(request, dispatch), name);
      if (texts.done) toast.success(texts.done);
      return true;
    } catch {
      toast.error(texts.failed);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { save, busy };
}
