import { type ReactNode, useState } from 'react';
import { t } from '../../messages/en/common';
import { Button } from '../button/button';
import { TextField } from '../field/text-field';
import { Dialog } from './dialog';

export interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** A question that names the thing: 'Delete linqr.to/spring?' */
  title: string;
  text?: ReactNode;
  confirmLabel: string;
  tone?: 'danger' | 'primary';
  /** The person must type this word before the button works (`DELETE`). */
  typeWord?: string;
  busy?: boolean;
  /** The caller closes the dialog when its work is done. */
  onConfirm: () => void;
  children?: ReactNode;
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  text,
  confirmLabel,
  tone = 'danger',
  typeWord,
  busy,
  onConfirm,
  children,
}: ConfirmDialogProps) {
  const [typed, setTyped] = useState('');
  const change = (next: boolean) => {
    if (!next) setTyped('');
    onOpenChange(next);
  };
  const ready = !typeWord || typed === typeWord;
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title={title}
      description={text}
      size="sm"
      role="alertdialog"
      footer={
        <>
          <Button onClick={() => change(false)}>{t('cancel')}</Button>
          <Button variant={tone} loading={busy} disabled={!ready} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
      {typeWord && (
        <TextField
          label={t('typeToConfirm', { word: typeWord })}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
    </Dialog>
  );
}
