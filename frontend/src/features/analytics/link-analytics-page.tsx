import { IconExternalLink } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { hasStatus } from '../../api/api-error';
import { useAnalyticsState } from '../../components/analytics/use-analytics-state';
import { CopyButton } from '../../components/copy-button/copy-button';
import { MiddleTruncate } from '../../components/middle-truncate/middle-truncate';
import { PageHeader } from '../../components/page-header/page-header';
import { Skeleton } from '../../components/skeleton/skeleton';
import { toast } from '../../components/toast/toast';
import { useTitle } from '../../lib/use-title';
import { t } from '../../messages/en/analytics';
import { useAnalyticsQuery } from './analytics.api';
import css from './analytics.module.css';
import { AnalyticsBody } from './analytics-body';
import { TargetingCard } from './targeting-card';

/** /analytics/{id}: one link. A link that is not there leads back to the list (spec section 8). */
export function LinkAnalyticsPage() {
  const { id = '' } = useParams();
  const state = useAnalyticsState();
  const navigate = useNavigate();
  const { data, error } = useAnalyticsQuery({ ...state.query, linkId: id });
  const shortUrl = data?.shortUrl;
  const shown = shortUrl?.replace(/^https?:\/\//, '');
  useTitle(shown ?? t('title'));

  useEffect(() => {
    if (hasStatus(error, 404)) {
      toast.error(t('linkNotFound'), { id: 'link-not-found' });
      void navigate('/dashboard', { replace: true });
    }
  }, [error, navigate]);

  return (
    <>
      <PageHeader
        title={shown ? <MiddleTruncate text={shown} /> : <Skeleton width="14rem" />}
        back={{ to: '/dashboard', label: t('back') }}
        actions={
          shortUrl && (
            <>
              <CopyButton withText size="md" value={shortUrl} label={t('copyLink')} />
              <a className={css.open} href={shortUrl} target="_blank" rel="noreferrer" aria-label={t('openLink')}>
                <IconExternalLink aria-hidden="true" />
              </a>
            </>
          )
        }
      />
      <AnalyticsBody state={state} linkId={id} extra={(analytics) => <TargetingCard analytics={analytics} />} />
    </>
  );
}
