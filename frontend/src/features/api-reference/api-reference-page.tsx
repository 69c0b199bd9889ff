import { IconBook, IconBraces, IconKey } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { messageOf } from '../../api/api-error';
import { ErrorState } from '../../components/error-state/error-state';
import { SearchField } from '../../components/search-field/search-field';
import { LoadingRegion, Skeleton } from '../../components/skeleton/skeleton';
import { usePageMeta } from '../../lib/use-page-meta';
import { t } from '../../messages/en/api-reference';
import { useOpenApiQuery } from './api-reference.api';
import css from './api-reference.module.css';
import { downloadsOf } from './downloads';
import { EndpointSection, Method } from './endpoint-section';
import type { OpenApiDocument } from './openapi.types';
import { filterGroups, groupsOf } from './operations';

/** Arriving with '#Link_create' or '#errors' shows that place once the document is there. */
function usePlaceInView(ready: boolean): void {
  const { hash } = useLocation();
  useEffect(() => {
    const place = ready && hash ? window.document.getElementById(decodeURIComponent(hash.slice(1))) : null;
    if (!place) return;
    place.scrollIntoView();
    place.focus({ preventScroll: true });
  }, [hash, ready]);
}

function ErrorCodes({ document }: { document: OpenApiDocument }) {
  const codes = Object.entries(document['x-error-codes'] ?? {});
  if (codes.length === 0) return null;
  return (
    <section className={css.group} aria-labelledby="errors">
      <h2 id="errors" tabIndex={-1}>
        {t('allErrors')}
      </h2>
      <p className={css.notes}>
        {t('allErrorsText')} <Link to="/docs/api/errors">{t('errorsGuide')}</Link>
      </p>
      <ul role="list" className={css.codes}>
        {codes.map(([code, { status, about }]) => (
          <li key={code}>
            <p>
              <code>{status}</code> <code>{code}</code>
            </p>
            <p className={css.notes}>{about}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Reference({ document }: { document: OpenApiDocument }) {
  const [query, setQuery] = useState('');
  const groups = useMemo(() => groupsOf(document), [document]);
  const shown = useMemo(() => filterGroups(groups, query), [groups, query]);
  usePlaceInView(true);
  return (
    <div className={css.columns}>
      <aside className={css.side}>
        <SearchField label={t('filter')} value={query} onChange={setQuery} />
        <nav aria-label={t('calls')} className={css.nav}>
          {shown.map((group) => (
            <div key={group.name}>
              <h2>{group.name}</h2>
              <ul role="list">
                {group.endpoints.map((endpoint) => (
                  <li key={endpoint.id}>
                    <a href={`#${endpoint.id}`}>
                      <Method name={endpoint.method} />
                      <span>{endpoint.path.replace('/api/v1', '')}</span>
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
      </aside>
      <div className={css.content}>
        <p className="visually-hidden" role="status">
          {query ? t('found', { count: shown.reduce((sum, group) => sum + group.endpoints.length, 0) }) : ''}
        </p>
        {shown.length === 0 && <p className={css.notes}>{t('nothing', { query })}</p>}
        {shown.map((group) => (
          <section key={group.name} className={css.group} aria-label={group.name}>
            <h2>{group.name}</h2>
            {group.endpoints.map((endpoint) => (
              <EndpointSection key={endpoint.id} endpoint={endpoint} document={document} />
            ))}
          </section>
        ))}
        {!query && <ErrorCodes document={document} />}
      </div>
    </div>
  );
}

const ways = [
  { to: '/docs/api', Icon: IconBook, title: t('guideTitle'), text: t('guideText') },
  { to: '/api-keys', Icon: IconKey, title: t('keysTitle'), text: t('keysText') },
];

/** /api: every call of the running server, out of its own OpenAPI document. */
export function ApiReferencePage() {
  usePageMeta({ title: t('title'), description: t('description') });
  const { data, error, isFetching, refetch } = useOpenApiQuery();
  return (
    <div className={css.page}>
      <header className={css.head}>
        <h1>{t('title')}</h1>
        <p>{t('lead')}</p>
        <div className={css.ways}>
          {ways.map(({ to, Icon, title, text }) => (
            <Link key={to} to={to} className={css.way}>
              <Icon aria-hidden="true" />
              <span>
                <strong>{title}</strong>
                <small>{text}</small>
              </span>
            </Link>
          ))}
          {downloadsOf(data).map(({ href, title, text }) => (
            <a key={href} href={href} className={css.way} download>
              <IconBraces aria-hidden="true" />
              <span>
                <strong>{title}</strong>
                <small>{text}</small>
              </span>
            </a>
          ))}
        </div>
      </header>
      {data ? (
        <Reference document={data} />
      ) : error ? (
        <ErrorState title={t('failed')} text={messageOf(error, t('failedText'))} onRetry={refetch} retrying={isFetching} />
      ) : (
        <LoadingRegion>
          <div className={css.columns}>
            <Skeleton lines={12} />
            <div className={css.content}>
              <Skeleton lines={10} />
              <Skeleton height="12rem" />
            </div>
          </div>
        </LoadingRegion>
      )}
    </div>
  );
}
