import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { api } from '../../../api/api';
import { messageOf } from '../../../api/api-error';
import { Banner } from '../../../components/banner/banner';
import { Button, ButtonLink } from '../../../components/button/button';
import { ErrorState } from '../../../components/error-state/error-state';
import { LoadingRegion, Skeleton } from '../../../components/skeleton/skeleton';
import { toast } from '../../../components/toast/toast';
import { formatNumber } from '../../../lib/format/format';
import { t } from '../../../messages/en/links-import';
import { ImportFailures } from './import-failures';
import { hasEnded, type LinkImport, useCancelImportMutation, useImportQuery } from './imports.api';
import css from './imports.module.css';

const POLL_MS = 1_000;

interface ImportProgressProps {
  id: string;
  onAnother: () => void;
  onClose: () => void;
}

/** Third step: how far it is, then what became of it. */
export function ImportProgress({ id, onAnother, onClose }: ImportProgressProps) {
  const dispatch = useDispatch();
  const { data: known, error, refetch, isFetching } = useImportQuery(id, { refetchOnMountOrArgChange: true });
  const ended = known !== undefined && hasEnded(known);
  useImportQuery(id, { pollingInterval: ended ? 0 : POLL_MS });
  const [cancelImport, { isLoading: cancelling }] = useCancelImportMutation();

  const succeeded = known?.succeeded;
  // The list behind the dialog grows as links are made; the usage in the frame with it.
  useEffect(() => {
    if (ended && succeeded !== undefined) dispatch(api.util.invalidateTags(['LinkList', 'Usage', 'Analytics']));
  }, [dispatch, ended, succeeded]);

  if (!known)
    return error ? (
      <ErrorState title={t('loadFailed')} onRetry={() => void refetch()} retrying={isFetching} />
    ) : (
      <LoadingRegion>
        <Skeleton height="6rem" />
      </LoadingRegion>
    );

  const cancel = async () => {
    try {
      await cancelImport(id).unwrap();
    } catch (failure) {
      toast.error(messageOf(failure, t('cancelFailed')));
    }
  };

  return (
    <div className={css.stack}>
      <strong className={css.recentName}>{known.fileName || t('nameless')}</strong>
      {ended ? <Outcome it={known} /> : <Running it={known} />}
      {ended && known.failed > 0 && <ImportFailures it={known} />}
      <div className={css.buttons}>
        {ended ? (
          <Button onClick={onAnother}>{t('another')}</Button>
        ) : (
          <Button loading={cancelling} onClick={() => void cancel()}>
            {t('cancel')}
          </Button>
        )}
        <Button variant="primary" onClick={onClose}>
          {t('close')}
        </Button>
      </div>
    </div>
  );
}

function Running({ it }: { it: LinkImport }) {
  return (
    <>
      <div className={css.progress}>
        <progress aria-label={t('progress')} max={it.total} value={it.processed} />
        <span className={css.figures}>{t('progressOf', { done: formatNumber(it.processed), total: formatNumber(it.total) })}</span>
      </div>
      <p className={css.muted} role="status">
        {it.state === 'queued' ? t('queued') : `${t('made', { count: it.succeeded })}, ${t('notMade', { count: it.failed })}`}
      </p>
      <p className={css.muted}>{t('goesOn')}</p>
    </>
  );
}

function Outcome({ it }: { it: LinkImport }) {
  const count = it.succeeded;
  const title =
    it.state === 'cancelled'
      ? t('cancelledTitle', { count })
      : it.state === 'failed'
        ? t('failedTitle', { count })
        : t('doneTitle', { count });
  const tone = it.state === 'failed' ? 'danger' : it.failed > 0 || it.state === 'cancelled' ? 'warning' : 'success';
  return (
    <div role="status" className={css.stack}>
      <Banner tone={tone} title={title}>
        {it.failed > 0 ? t('notMade', { count: it.failed }) : undefined}
      </Banner>
      {it.stoppedBy === 'PLAN_LIMIT_REACHED' && (
        <Banner
          tone="info"
          title={t('limitTitle')}
          action={
            <ButtonLink size="sm" to="/pricing">
              {t('plans')}
            </ButtonLink>
          }
        >
          {t('limitText')}
        </Banner>
      )}
    </div>
  );
}
