import { useEffect } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { hasStatus, isNetworkError } from '../../api/api-error';
import { ErrorState } from '../../components/error-state/error-state';
import { PageHeader } from '../../components/page-header/page-header';
import { LoadingRegion, Skeleton } from '../../components/skeleton/skeleton';
import { toast } from '../../components/toast/toast';
import { useTitle } from '../../lib/use-title';
import { t } from '../../messages/en/qr-designer';
import { Designer } from './designer/designer';
import { useQrCodeQuery } from './qr.api';
import { titleOf } from './qr-text';

/** /qr-customize/{id}. A code that is not there leads back to the list (spec section 8). */
export function QrCustomizePage() {
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const { currentData: code, error, isFetching, refetch } = useQrCodeQuery(id);
  useTitle(t('title'));

  useEffect(() => {
    if (hasStatus(error, 404)) {
      toast.error(t('notFound'));
      void navigate('/qr-codes', { replace: true });
    }
  }, [error, navigate]);

  return (
    <>
      <PageHeader title={t('title')} description={code && titleOf(code)} back={{ to: '/qr-codes', label: t('back') }} />
      {code ? (
        <Designer key={code.id} code={code} />
      ) : error ? (
        <ErrorState title={isNetworkError(error) ? t('noServer') : t('loadFailed')} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <LoadingRegion>
          <Skeleton height="32rem" />
        </LoadingRegion>
      )}
    </>
  );
}
