import { IconDownload, IconPlayerStop } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { api } from '../../../api/api';
import { messageOf } from '../../../api/api-error';
import { Button } from '../../../components/button/button';
import { toast } from '../../../components/toast/toast';
import { formatNumber } from '../../../lib/format/format';
import { t } from '../../../messages/en/qr-bulk';
import { type QrImport, useCancelQrImportMutation, useQrImportQuery, useQrImportRowsQuery } from '../qr.api';
import css from './bulk.module.css';
import { useBigDownload } from './use-big-download';

const POLL_MS = 1_000;
const SAID: Record<QrImport['state'], string> = {
  queued: t('queued'),
  running: t('running'),
  done: t('doneState'),
  cancelled: t('cancelled'),
  failed: t('failedState'),
};
/** Failed rows shown here; the file has them all. */
const SHOWN = 100;

function Problems({ id }: { id: string }) {
  const { data } = useQrImportRowsQuery(id);
  const failed = data?.filter(({ ok }) => !ok) ?? [];
  if (failed.length === 0) return null;
  return (
    <section className={css.problems} aria-label={t('problems')}>
      <h3>{t('problems')}</h3>
      <ul>
        {failed.slice(0, SHOWN).map(({ row, name, content, message }) => (
          <li key={row}>
            <strong>
              {t('row')} {formatNumber(row)}
            </strong>
            <span className={css.what}>{name || content}</span>
            <span>{message}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** How far an import is, and what it made. */
export function ImportProgress({ id, onAnother }: { id: string; onAnother: () => void }) {
  const dispatch = useDispatch();
  const { data } = useQrImportQuery(id, { pollingInterval: POLL_MS, skipPollingIfUnfocused: false });
  const [cancelImport, { isLoading: stopping }] = useCancelQrImportMutation();
  const { save, busy } = useBigDownload();
  const open = !data || data.state === 'queued' || data.state === 'running';
  const made = data?.succeeded ?? 0;

  // The list behind shows what has been made so far.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was made is what triggers it
  useEffect(() => {
    dispatch(api.util.invalidateTags(['QrList', 'Usage']));
  }, [made, open, dispatch]);

  const stop = async () => {
    try {
      await cancelImport(id).unwrap();
    } catch (error) {
      toast.error(messageOf(error, t('stopFailed')));
    }
  };
  const texts = { done: t('exported'), failed: t('exportFailed') };
  const base = `/qrcodes/imports/${id}`;

  return (
    <div className={css.stack}>
      <div className={css.progressHead}>
        <strong role="status">{data ? SAID[data.state] : t('queued')}</strong>
        <span className={css.muted}>
          {t('progress', { processed: formatNumber(data?.processed ?? 0), total: formatNumber(data?.total ?? 0) })}
        </span>
      </div>
      <progress className={css.progress} aria-label={t('progressLabel')} max={data?.total || 1} value={data?.processed ?? 0} />
      {data && (
        <p className={css.muted}>
          {t('succeeded', { count: data.succeeded })}
          {data.failed > 0 && ` · ${t('rowsFailed', { count: data.failed })}`}
        </p>
      )}
      {open ? (
        <div className={css.actions}>
          <span className={css.muted}>{t('goesOn')}</span>
          <Button size="sm" icon={<IconPlayerStop aria-hidden="true" />} loading={stopping} onClick={() => void stop()}>
            {t('stop')}
          </Button>
        </div>
      ) : (
        <>
          <div className={css.actions}>
            {made > 0 && (
              <Button
                variant="primary"
                icon={<IconDownload aria-hidden="true" />}
                loading={busy}
                onClick={() => void save({ url: `${base}/download`, params: { format: 'png', size: 600 } }, 'linqr-qr-codes.zip', texts)}
              >
                {t('downloadImages')}
              </Button>
            )}
            <Button
              icon={<IconDownload aria-hidden="true" />}
              disabled={busy}
              onClick={() => void save({ url: `${base}/results`, params: { format: 'csv' } }, 'linqr-import-results.csv', texts)}
            >
              {t('downloadResults')}
            </Button>
            <Button variant="ghost" onClick={onAnother}>
              {t('another')}
            </Button>
          </div>
          <Problems id={id} />
        </>
      )}
    </div>
  );
}
