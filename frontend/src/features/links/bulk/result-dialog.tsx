import { Button } from '../../../components/button/button';
import { Dialog } from '../../../components/dialog/dialog';
import { t } from '../../../messages/en/links-bulk';
import css from './bulk.module.css';
import type { BulkOutcome } from './use-bulk-run';

/** Says of the links that were not changed why not, each reason once. */
export function ResultDialog({ outcome, onClose }: { outcome: BulkOutcome; onClose: () => void }) {
  const failed = outcome.failures.reduce((sum, { count }) => sum + count, 0);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="sm"
      title={t('resultTitle', { failed })}
      description={outcome.succeeded > 0 ? t('resultText', { count: outcome.succeeded }) : undefined}
      footer={<Button onClick={onClose}>{t('close')}</Button>}
    >
      <ul className={css.reasons} role="list">
        {outcome.failures.map(({ message, count }) => (
          <li key={message}>
            <span>{message}</span>
            <span className={css.reasonCount}>{t('resultCount', { count })}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
