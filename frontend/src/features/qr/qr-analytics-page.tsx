import { IconCalendarEvent, IconDeviceMobile, IconDownload, IconPalette, IconQrcode, IconScan, IconUsers } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useParams } from 'react-router-dom';
import { hasStatus, isNetworkError } from '../../api/api-error';
import { useLiveClicks } from '../../api/live-clicks';
import type { QrCode } from '../../api/types';
import { useDownload } from '../../api/use-download';
import { AnalyticsView } from '../../components/analytics/analytics-view';
import { StatCards } from '../../components/analytics/stat-cards';
import { toParams, useAnalyticsState } from '../../components/analytics/use-analytics-state';
import { Badge } from '../../components/badge/badge';
import { Button, ButtonLink } from '../../components/button/button';
import { EmptyState } from '../../components/empty-state/empty-state';
import { ErrorState } from '../../components/error-state/error-state';
import { PageHeader } from '../../components/page-header/page-header';
import { Skeleton } from '../../components/skeleton/skeleton';
import { StatCard } from '../../components/stat-card/stat-card';
import { toast } from '../../components/toast/toast';
import { formatDateTime, formatNumber } from '../../lib/format/format';
import { qrImage } from '../../lib/qr/draw-qr';
import { useTitle } from '../../lib/use-title';
import { t as analyticsText } from '../../messages/en/analytics';
import { t } from '../../messages/en/qr';
import { type QrAnalytics, qrAnalyticsUrl, useQrAnalyticsQuery, useQrCodeQuery } from './qr.api';
import css from './qr.module.css';
import { shownContent, titleOf, typeName } from './qr-text';
import { useQrDownload } from './use-qr-download';

const POLL_MS = 60_000;

/** The cards of spec section 2. Without analytics the counts held on the code stand in. */
function Cards({ figures, code }: { figures: QrAnalytics | undefined; code: QrCode | undefined }) {
  const devices =
    figures &&
    ([
      [t('mobile'), figures.deviceBreakdown.mobile],
      [t('desktop'), figures.deviceBreakdown.desktop],
      [t('tablet'), figures.deviceBreakdown.tablet],
    ] as const);
  return (
    <StatCards>
      <StatCard
        label={t('totalScans')}
        icon={<IconScan aria-hidden="true" />}
        value={figures?.totalScans ?? code?.analytics.totalScans ?? undefined}
        previous={figures?.previous.totalClicks}
      />
      <StatCard
        label={t('uniqueScans')}
        icon={<IconUsers aria-hidden="true" />}
        value={figures?.uniqueScans ?? code?.analytics.uniqueScans ?? undefined}
        previous={figures?.previous.uniqueClicks}
      />
      <StatCard label={t('thisWeek')} icon={<IconCalendarEvent aria-hidden="true" />} value={figures?.weeklyScans} />
      <dl className={css.devices}>
        <dt className={css.devicesLabel}>
          <IconDeviceMobile aria-hidden="true" />
          {t('scanDevices')}
        </dt>
        {devices ? (
          devices.map(([label, count]) => (
            <dd key={label}>
              <span>{label}</span>
              <strong>{formatNumber(count)}</strong>
            </dd>
          ))
        ) : (
          <dd>
            <Skeleton lines={2} />
          </dd>
        )}
      </dl>
    </StatCards>
  );
}

function About({ code }: { code: QrCode }) {
  const address = (code.encodes === 'shortUrl' && code.shortUrl) || code.qrUrl;
  return (
    <section className={css.about}>
      <img className={css.aboutPicture} src={qrImage(code.qrCode)} alt={t('imageOf', { name: titleOf(code) })} width={136} height={136} />
      <dl className={css.facts}>
        <div>
          <dt>{t('type')}</dt>
          <dd>
            <Badge tone="accent">{typeName(code.type)}</Badge>
            {code.archived && <Badge>{t('archived')}</Badge>}
            {code.disabled && <Badge tone="danger">{t('disabled')}</Badge>}
          </dd>
          {code.disabled && <dd>{t('disabledText', { reason: code.disabledReason })}</dd>}
        </div>
        <div>
          <dt>{t('content')}</dt>
          <dd>{code.type === 'text' ? code.content : shownContent(code)}</dd>
        </div>
        <div>
          <dt>{t('created')}</dt>
          <dd>{Number.isNaN(Date.parse(code.createdAt)) ? t('unknownDate') : formatDateTime(code.createdAt)}</dd>
        </div>
        <div>
          <dt>{t('leadsTo')}</dt>
          <dd>
            <a href={address} target="_blank" rel="noreferrer">
              {address.replace(/^https?:\/\//, '')}
            </a>
          </dd>
        </div>
      </dl>
    </section>
  );
}

function Scans({ id, code }: { id: string; code: QrCode | undefined }) {
  const state = useAnalyticsState('30d');
  const live = useLiveClicks(undefined);
  const result = useQrAnalyticsQuery({ id, query: state.query }, { pollingInterval: POLL_MS, skipPollingIfUnfocused: true });
  const { save, busy } = useDownload();
  const figures = result.currentData ?? result.data;
  return (
    <AnalyticsView
      noun="scans"
      state={state}
      live={live}
      analytics={figures}
      stale={result.isFetching && !result.currentData}
      fetching={result.isFetching}
      problem={result.error && (isNetworkError(result.error) ? t('noServer') : t('analyticsFailed'))}
      onRetry={() => void result.refetch()}
      onExport={() =>
        void save(
          { url: qrAnalyticsUrl(id), params: { ...toParams(state.query), format: 'csv' } },
          `linqr-scans-${state.query.timeRange}.csv`,
          {
            failed: analyticsText('exportFailed'),
          },
        )
      }
      exporting={busy}
      cards={<Cards figures={figures} code={code} />}
    />
  );
}

/** /qr-analytics/{id}: the scans of one code. */
export function QrAnalyticsPage() {
  const { id = '' } = useParams();
  const { data: code, error, isFetching, refetch } = useQrCodeQuery(id);
  const { download, busy } = useQrDownload();
  const missing = hasStatus(error, 404);
  useTitle(code ? titleOf(code) : t('title'));

  useEffect(() => {
    if (missing) toast.error(t('notFound'));
  }, [missing]);

  if (missing) {
    return (
      <EmptyState
        level={1}
        icon={<IconQrcode aria-hidden="true" />}
        title={t('notFoundTitle')}
        text={t('notFoundText')}
        action={
          <ButtonLink variant="primary" to="/qr-codes">
            {t('back')}
          </ButtonLink>
        }
      />
    );
  }
  if (error && !code) {
    return (
      <ErrorState
        title={isNetworkError(error) ? t('noServer') : t('analyticsFailed')}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  }
  return (
    <>
      <PageHeader
        title={code ? titleOf(code) : <Skeleton width="14rem" />}
        back={{ to: '/qr-codes', label: t('back') }}
        actions={
          code && (
            <>
              <ButtonLink icon={<IconPalette aria-hidden="true" />} to={`/qr-customize/${id}`}>
                {t('customize')}
              </ButtonLink>
              <Button variant="primary" icon={<IconDownload aria-hidden="true" />} loading={busy} onClick={() => void download(code)}>
                {t('download')}
              </Button>
            </>
          )
        }
      />
      {code ? <About code={code} /> : <Skeleton height="10rem" />}
      <Scans id={id} code={code} />
    </>
  );
}
