import { useLiveClicks } from '../../api/live-clicks';
import { PageHeader } from '../../components/page-header/page-header';
import { useTitle } from '../../lib/use-title';
import { t } from '../../messages/en/links';
import { LinkList } from './components/link-list';
import { QuickCreate } from './components/quick-create';
import css from './links.module.css';

/** /dashboard: make one, find one, see what each does. Counters move by themselves as clicks come in. */
export function DashboardPage() {
  useTitle(t('title'));
  useLiveClicks(undefined);
  return (
    <>
      <PageHeader title={t('title')} />
      <div className={css.page}>
        <QuickCreate />
        <LinkList />
      </div>
    </>
  );
}
