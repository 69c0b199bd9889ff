import type { ReactNode } from 'react';
import { messageOf } from '../../api/api-error';
import { Banner } from '../../components/banner/banner';
import { Button } from '../../components/button/button';
import { Dialog } from '../../components/dialog/dialog';
import { t } from '../../messages/en/admin';
import css from './admin.module.css';

export interface ChangeDialogProps {
  title: string;
  description?: ReactNode;
  /** Of the button that does it. */
  action: string;
  isDanger: boolean;
  isSaving: boolean;
  /** What the last attempt failed with. */
  error: unknown;
  onApply: () => void;
  onClose: () => void;
  children?: ReactNode;
}

/** Before an admin changes something of somebody else's. Stays open while it is saved, and when that failed. */
export function ChangeDialog(props: ChangeDialogProps) {
  const { title, description, action, isDanger, isSaving, error, onApply, onClose, children } = props;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isSaving && onClose()}
      title={title}
      description={description}
      size="sm"
      footer={
        <>
          <Button onClick={onClose}>{t('close')}</Button>
          <Button variant={isDanger ? 'danger' : 'primary'} loading={isSaving} onClick={onApply}>
            {action}
          </Button>
        </>
      }
    >
      <div className={css.report}>
        {children}
        {Boolean(error) && !isSaving && <Banner tone="danger">{messageOf(error, t('loadFailedText'))}</Banner>}
      </div>
    </Dialog>
  );
}
