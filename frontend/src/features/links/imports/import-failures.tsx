import { IconDownload } from '@tabler/icons-react';
import { useDownload } from '../../../api/use-download';
import { Button } from '../../../components/button/button';
import { LoadingRegion, Skeleton } from '../../../components/skeleton/skeleton';
import { formatNumber } from '../../../lib/format/format';
import { t } from '../../../messages/en/links-import';
import { type LinkImport, useImportFailuresQuery } from './imports.api';
import css from './imports.module.css';

const FILE_TIMEOUT_MS = 120_000;

/** Row by row why no link was made; the first of them here, all in a file. */
export function ImportFailures({ it }: { it: LinkImport }) {
  const { data, isLoading } = useImportFailuresQuery(it.id);
  const { save, busy } = useDownload();
  const url = `/urls/imports/${encodeURIComponent(it.id)}/results`;
  const file = (failed: boolean, name: string) =>
    void save({ url, params: { format: 'csv', failed }, timeoutMs: FILE_TIMEOUT_MS }, name, { failed: t('downloadProblem') });
  const rows = data?.results ?? [];
  return (
    <div className={css.stack}>
      {isLoading ? (
        <LoadingRegion>
          <Skeleton height="6rem" />
        </LoadingRegion>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long lists scroll inside, also by keyboard
        <div className={css.scroll} tabIndex={0} role="region" aria-label={t('failures')}>
          <table className={css.table}>
            <thead>
              <tr>
                <th scope="col">{t('row')}</th>
                <th scope="col">{t('destination')}</th>
                <th scope="col">{t('reason')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ row, originalUrl, message }) => (
                <tr key={row}>
                  <th scope="row" className={css.figures}>
                    {formatNumber(row)}
                  </th>
                  <td>
                    <div className={css.sample}>{originalUrl || '–'}</div>
                  </td>
                  <td>{message}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {it.failed > rows.length && rows.length > 0 && <p className={css.muted}>{t('firstOf', { count: rows.length })}</p>}
      <div className={css.downloads}>
        <Button size="sm" icon={<IconDownload aria-hidden="true" />} loading={busy} onClick={() => file(true, 'linqr-import-failed.csv')}>
          {t('downloadFailed')}
        </Button>
        <Button size="sm" variant="ghost" disabled={busy} onClick={() => file(false, 'linqr-import-results.csv')}>
          {t('downloadAll')}
        </Button>
      </div>
    </div>
  );
}
