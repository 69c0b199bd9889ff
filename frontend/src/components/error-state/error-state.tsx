import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import { t } from '../../messages/en/common';
import { Button } from '../button/button';
import { EmptyState } from '../empty-state/empty-state';

export interface ErrorStateProps {
  title?: string;
  /** What happened and what to do; usually the server's sentence. */
  text?: string;
  onRetry?: () => void;
  retrying?: boolean;
  action?: React.ReactNode;
}

/** Something did not load: says why, in the place where it would be, with a retry. */
export function ErrorState({ title = t('errorTitle'), text, onRetry, retrying, action }: ErrorStateProps) {
  return (
    <div role="alert">
      <EmptyState
        icon={<IconAlertTriangle />}
        title={title}
        text={text}
        action={
          action ??
          (onRetry && (
            <Button icon={<IconRefresh aria-hidden="true" />} loading={retrying} onClick={onRetry}>
              {t('retry')}
            </Button>
          ))
        }
      />
    </div>
  );
}
