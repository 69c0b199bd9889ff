import { IconAlertCircle } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { cx } from '../../lib/cx';
import css from './field.module.css';

export interface FieldLook {
  label: string;
  /** The label is read out but not seen. */
  hideLabel?: boolean;
  hint?: ReactNode;
  error?: string;
  /** Marks the label; nothing is required unless the form says so. */
  optional?: boolean;
}

interface FieldProps extends FieldLook {
  className?: string;
  labelEnd?: ReactNode;
  children: (control: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }) => ReactNode;
}

/** Label, control, hint and error tied together; every form control of the kit is built on it. */
export function Field({ label, hideLabel, hint, error, optional, className, labelEnd, children }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const described = cx(hint ? hintId : undefined, error ? errorId : undefined) || undefined;
  return (
    <div className={cx(css.field, className)}>
      <div className={hideLabel ? 'visually-hidden' : css.labelRow}>
        <label htmlFor={id} className={css.label}>
          {label}
          {optional && <span className={css.optional}> (optional)</span>}
        </label>
        {labelEnd}
      </div>
      {children({ id, 'aria-describedby': described, 'aria-invalid': error ? true : undefined })}
      {hint && (
        <p id={hintId} className={css.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={errorId} className={css.error} role="alert">
          <IconAlertCircle aria-hidden="true" />
          <span>{error}</span>
        </p>
      )}
    </div>
  );
}
