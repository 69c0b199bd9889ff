import type { InputHTMLAttributes, ReactNode, Ref, TextareaHTMLAttributes } from 'react';
import { cx } from '../../lib/cx';
import { Field, type FieldLook } from './field';
import css from './field.module.css';

export interface TextFieldProps extends FieldLook, Omit<InputHTMLAttributes<HTMLInputElement>, 'prefix' | 'size'> {
  /** Shown inside the box, before what is typed (`linqr.to/`, an icon). */
  prefix?: ReactNode;
  /** Shown inside the box, after what is typed (a unit, a small button). */
  suffix?: ReactNode;
  labelEnd?: ReactNode;
  size?: 'md' | 'lg';
  ref?: Ref<HTMLInputElement>;
}

/** A one-line text field. Takes `{...form.field('name')}`. */
export function TextField({
  label,
  hideLabel,
  hint,
  error,
  optional,
  prefix,
  suffix,
  labelEnd,
  size = 'md',
  className,
  ...input
}: TextFieldProps) {
  return (
    <Field {...{ label, hideLabel, hint, error, optional, labelEnd, className }}>
      {(control) => (
        <div className={cx(css.box, css[size])} data-invalid={error ? '' : undefined} data-disabled={input.disabled ? '' : undefined}>
          {prefix && <span className={css.affix}>{prefix}</span>}
          <input type="text" {...input} {...control} className={css.input} />
          {suffix && <span className={css.affixEnd}>{suffix}</span>}
        </div>
      )}
    </Field>
  );
}

export interface TextAreaProps extends FieldLook, TextareaHTMLAttributes<HTMLTextAreaElement> {
  ref?: Ref<HTMLTextAreaElement>;
}

/** Several lines of text; grows with its content where the browser can. */
export function TextArea({ label, hideLabel, hint, error, optional, className, rows = 3, ...area }: TextAreaProps) {
  return (
    <Field {...{ label, hideLabel, hint, error, optional, className }}>
      {(control) => (
        <div className={css.box} data-invalid={error ? '' : undefined}>
          <textarea {...area} {...control} rows={rows} className={css.area} />
        </div>
      )}
    </Field>
  );
}
