import { IconDownload, IconUpload } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useDownload } from '../../../api/use-download';
import { Button } from '../../../components/button/button';
import { t } from '../../../messages/en/links-bulk';
import type { LinksQuery } from '../links.api';
import css from '../links.module.css';

const ImportDialog = lazy(() => import('../imports/import-dialog').then((module) => ({ default: module.ImportDialog })));
/** The file is made while it is sent. */
const EXPORT_TIMEOUT_MS = 10 * 60_000;

/** Links in from a file and out to one. What is exported is what the list shows. */
export function ListTools({ query: { search, filter, domain } }: { query: LinksQuery }) {
  const [importing, setImporting] = useState(false);
  const { save, busy } = useDownload();
  const name = `linqr-links-${new Date().toISOString().slice(0, 10)}.csv`;
  const request = { url: '/urls/export', params: { format: 'csv', search, filter, domain }, timeoutMs: EXPORT_TIMEOUT_MS };
  return (
    <div className={css.tools}>
      <Button icon={<IconUpload aria-hidden="true" />} onClick={() => setImporting(true)}>
        {t('import')}
      </Button>
      <Button
        icon={<IconDownload aria-hidden="true" />}
        loading={busy}
        onClick={() => void save(request, name, { done: t('exported'), failed: t('exportFailed') })}
      >
        {t('export')}
      </Button>
      {importing && (
        <Suspense>
          <ImportDialog onClose={() => setImporting(false)} />
        </Suspense>
      )}
    </div>
  );
}
