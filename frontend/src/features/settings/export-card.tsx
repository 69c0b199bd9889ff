import { IconDownload } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { requestBlob } from '../../api/request-blob';
import { Button } from '../../components/button/button';
import { Card } from '../../components/card/card';
import { toast } from '../../components/toast/toast';
import { downloadBlob } from '../../lib/download';
import { formatBytes } from '../../lib/format/bytes';
import { t } from '../../messages/en/lifecycle';
import css from './settings.module.css';

/** The file is made while it is sent; a large account takes minutes. */
const TIMEOUT_MS = 30 * 60_000;

/** Everything held on the account as a file, with what has come so far and a way to stop. */
export function ExportCard() {
  const dispatch = useDispatch();
  const [received, setReceived] = useState<number>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function start() {
    const abort = new AbortController();
    running.current = abort;
    setReceived(0);
    try {
      const call = { url: '/auth/export', timeoutMs: TIMEOUT_MS, onProgress: setReceived };
      const blob = await requestBlob(call, dispatch, abort.signal);
      downloadBlob(blob, `linqr-export-${new Date().toISOString().slice(0, 10)}.json`);
      toast.success(t('exportDone'));
    } catch {
      if (abort.signal.aborted) toast.info(t('exportCancelled'));
      else toast.error(t('exportFailed'));
    } finally {
      running.current = undefined;
      setReceived(undefined);
    }
  }

  return (
    <Card title={t('exportTitle')} description={t('exportText')}>
      <div className={css.buttons}>
        <Button icon={<IconDownload aria-hidden="true" />} loading={received !== undefined} onClick={() => void start()}>
          {t('exportButton')}
        </Button>
        {received !== undefined && <Button onClick={() => running.current?.abort()}>{t('exportCancel')}</Button>}
      </div>
      {received !== undefined && (
        <div className={css.progress}>
          <progress aria-label={t('exportPreparing')} />
          <p className={css.muted} role="status">
            {received === 0 ? t('exportPreparing') : t('exportProgress', { size: formatBytes(received) })}
          </p>
        </div>
      )}
    </Card>
  );
}
