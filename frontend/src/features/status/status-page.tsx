import { IconAlertTriangle, IconCircleCheck, IconPlugConnectedX, IconRefresh } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { isNetworkError } from '../../api/api-error';
import { Badge } from '../../components/badge/badge';
import { Button } from '../../components/button/button';
import { RelativeTime } from '../../components/relative-time/relative-time';
import { LoadingRegion, Skeleton } from '../../components/skeleton/skeleton';
import { usePageMeta } from '../../lib/use-page-meta';
import { t } from '../../messages/en/status';
import { type Health, useServerStatusQuery } from './status.api';
import css from './status.module.css';

const REFRESH_MS = 15_000;

/** What each part is to a user. A part that is not listed shows under its own name. */
const parts: Record<string, { name: string; text: string }> = {
  auth: { name: t('auth'), text: t('authText') },
  link: { name: t('link'), text: t('linkText') },
  qr: { name: t('qr'), text: t('qrText') },
  analytics: { name: t('analytics'), text: t('analyticsText') },
  billing: { name: t('billing'), text: t('billingText') },
  webhook: { name: t('webhook'), text: t('webhookText') },
};

type State = 'ok' | 'degraded' | 'unreachable';
const looks = {
  ok: { Icon: IconCircleCheck, title: t('allUp'), text: t('allUpText') },
  degraded: { Icon: IconAlertTriangle, title: t('someDown'), text: t('someDownText') },
  unreachable: { Icon: IconPlugConnectedX, title: t('unreachable'), text: t('unreachableText') },
};

/** `waiting`: the same rows before anything is known, so that nothing moves when it is. */
function PartList({ health, waiting }: { health: Health | undefined; waiting: boolean }) {
  const rows = [{ key: 'api', name: t('api'), text: t('apiText'), state: health ? 'up' : 'unknown' }];
  const known = health ? Object.entries(health.parts) : Object.keys(parts).map((key) => [key, 'unknown'] as const);
  for (const [key, state] of known) rows.push({ key, name: parts[key]?.name ?? key, text: parts[key]?.text ?? '', state });
  const badge = { up: ['success', t('up')], down: ['danger', t('down')], unknown: ['neutral', t('unknown')] } as const;
  return (
    <ul role="list" className={css.parts}>
      {rows.map(({ key, name, text, state }) => {
        const [tone, word] = badge[state as keyof typeof badge] ?? badge.unknown;
        return (
          <li key={key}>
            <span>
              <strong>{name}</strong>
              {text && <small>{text}</small>}
            </span>
            {waiting ? <Skeleton width="3rem" height="1.5rem" /> : <Badge tone={tone}>{word}</Badge>}
          </li>
        );
      })}
    </ul>
  );
}

/** /status: what the gateway says about itself and its parts now. There is no history, because none is recorded. */
export function StatusPage() {
  usePageMeta({ title: t('title'), description: t('description') });
  const { data, error, isLoading, isFetching, refetch, fulfilledTimeStamp } = useServerStatusQuery(undefined, {
    pollingInterval: REFRESH_MS,
    skipPollingIfUnfocused: true,
    refetchOnReconnect: true,
  });
  const [looked, setLooked] = useState(false);
  useEffect(() => {
    if (!isFetching) setLooked(true);
  }, [isFetching]);
  // An answer of ten minutes ago says nothing about now: when the last look failed, nothing is known.
  const health = error ? undefined : data;
  const waiting = isLoading || !looked;
  const state: State = health ? health.status : 'unreachable';
  const { Icon, title, text } = looks[state];
  return (
    <div className={css.page}>
      <header className={css.head}>
        <h1>{t('title')}</h1>
        <p>{t('lead')}</p>
      </header>
      {waiting ? (
        <LoadingRegion>
          <div className={css.summary} data-state="waiting">
            <Skeleton width="2rem" height="2rem" />
            <div>
              <Skeleton width="12rem" height="1.75rem" />
              <p>
                <Skeleton width="60%" height="1.25rem" />
              </p>
            </div>
          </div>
        </LoadingRegion>
      ) : (
        <div className={css.summary} data-state={state} role="status">
          <Icon aria-hidden="true" />
          <div>
            <h2>{title}</h2>
            <p>{error && isNetworkError(error) ? t('unreachableNetwork') : text}</p>
          </div>
        </div>
      )}
      <PartList health={health} waiting={waiting} />
      <div className={css.foot}>
        <p>
          {fulfilledTimeStamp && (
            <>
              {t('checked')} <RelativeTime at={new Date(fulfilledTimeStamp).toISOString()} />.{' '}
            </>
          )}
          {t('refreshes', { seconds: REFRESH_MS / 1000 })}
          {data && ` ${t('version', { version: data.version })}`}
        </p>
        <Button size="sm" icon={<IconRefresh aria-hidden="true" />} loading={isFetching} onClick={() => void refetch()}>
          {t('checkNow')}
        </Button>
      </div>
      <section className={css.notes}>
        <h2>{t('meansTitle')}</h2>
        <p>{t('means1')}</p>
        <p>{t('means2')}</p>
      </section>
    </div>
  );
}
