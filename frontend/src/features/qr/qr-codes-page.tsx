import { IconPlus, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useLiveClicks } from '../../api/live-clicks';
import { Button, ButtonLink } from '../../components/button/button';
import { PageHeader } from '../../components/page-header/page-header';
import { useTitle } from '../../lib/use-title';
import { t } from '../../messages/en/qr';
import { t as bulk } from '../../messages/en/qr-bulk';
import { ImportDialog } from './bulk/import-dialog';
import { QrList } from './list/qr-list';

/** /qr-codes: every code of the workspace. Counters move by themselves as scans come in. */
export function QrCodesPage() {
  useTitle(t('title'));
  useLiveClicks(undefined);
  const [importing, setImporting] = useState(false);
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          <>
            <Button icon={<IconUpload aria-hidden="true" />} onClick={() => setImporting(true)}>
              {bulk('importOpen')}
            </Button>
            <ButtonLink variant="primary" icon={<IconPlus aria-hidden="true" />} to="/dashboard?create=qr">
              {t('createCode')}
            </ButtonLink>
          </>
        }
      />
      <QrList />
      {importing && <ImportDialog onClose={() => setImporting(false)} />}
    </>
  );
}
