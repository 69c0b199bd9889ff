import { IconX } from '@tabler/icons-react';
import * as RadixDialog from 'radix-ui/dialog';
import { type ReactNode, useRef } from 'react';
import { cx } from '../../lib/cx';
import { t } from '../../messages/en/common';
import css from './dialog.module.css';
import { rememberFocus } from './return-focus';

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, right-aligned; stays in sight while the body scrolls. */
  footer?: ReactNode;
  size?: 'sm' | 'md' | 'lg';
  role?: 'dialog' | 'alertdialog';
  hideTitle?: boolean;
  /** Once it has gone from the screen and given the focus back. */
  onClosed?: () => void;
}

/**
 * A modal dialog; a sheet from below on a phone. Escape, the cross and a press outside close it (call back
 * `onOpenChange(false)`; keep it open by ignoring that). Focus goes back to what opened it
 * (`rememberFocus`).
 */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, description, children, footer, size = 'md', role = 'dialog', hideTitle, onClosed } = props;
  const giveFocusBack = useRef<() => void>(undefined);
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        {/* Our own backdrop: Radix's would inject a style element, which the content security policy refuses. */}
        <div className={css.overlay} aria-hidden="true" />
        <RadixDialog.Content
          role={role}
          data-modal-open=""
          className={cx(css.dialog, css[size])}
          {...(description ? {} : { 'aria-describedby': undefined })}
          onOpenAutoFocus={() => {
            giveFocusBack.current = rememberFocus();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            giveFocusBack.current?.();
            onClosed?.();
          }}
        >
          <header className={hideTitle ? 'visually-hidden' : css.header}>
            <RadixDialog.Title className={css.title}>{title}</RadixDialog.Title>
            {description && <RadixDialog.Description className={css.description}>{description}</RadixDialog.Description>}
          </header>
          <div className={css.body}>{children}</div>
          {footer && <footer className={css.footer}>{footer}</footer>}
          <RadixDialog.Close className={css.close} aria-label={t('close')}>
            <IconX aria-hidden="true" />
          </RadixDialog.Close>
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
