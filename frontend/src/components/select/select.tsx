import { IconChevronDown } from '@tabler/icons-react';
import type { Ref, SelectHTMLAttributes } from 'react';
import { cx } from '../../lib/cx';
import { Field, type FieldLook } from '../field/field';
import css from '../field/field.module.css';

export interface SelectProps extends FieldLook, Omit<SelectHTMLAttributes<HTMLSelectElement>, 'size'> {
  options: readonly { value: string; label: string; disabled?: boolean }[];
  size?: 'md' | 'lg';
  ref?: Ref<HTMLSelectElement>;
}

/** One choice of a few. The browser's own list: it is the best one on a phone and by keyboard. */
export function Select({ label, hideLabel, hint, error, optional, options, size = 'md', className, ...select }: SelectProps) {
  return (
    <Field {...{ label, hideLabel, hint, error, optional, className }}>
      {(control) => (
        <div className={cx(css.box, css.selectBox, css[size])} data-invalid={error ? '' : undefined}>
          <select {...select} {...control} className={css.select}>
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <IconChevronDown className={css.chevron} aria-hidden="true" />
        </div>
      )}
    </Field>
  );
}
