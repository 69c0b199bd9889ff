import { IconPlus } from '@tabler/icons-react';
import { useLiveClicks } from '../../api/live-clicks';
import { ButtonLink } from '../../components/button/button';
import { PageHeader } from '../../components/page-header/page-header';
import { useTitle } from '../../lib/use-title';
import { t } from '../../messages/en/qr';
import { QrList } from './list/qr-list';

/** /qr-codes: every code of the workspace. Counters move by themselves as scans come in. */
export function QrCodesPage() {
  useTitle(t('title'));
  useLiveClicks(undefined);
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          <ButtonLink variant="primary" icon={<IconPlus aria-hidden="true" />} to="/dashboard?create=qr">
            {t('createCode')}
          </ButtonLink>
        }
      />
      <QrList />
    </>
  );
}
