import { type ReactNode, useId } from 'react';
import { cx } from '../../lib/cx';
import css from './segmented-control.module.css';

export interface SegmentedControlProps<T extends string> {
  label: string;
  value: T;
  options: readonly { value: T; label: ReactNode; icon?: ReactNode }[];
  onChange: (value: T) => void;
  size?: 'sm' | 'md';
  fullWidth?: boolean;
}

/** One of two to five choices, all in sight (native radio buttons underneath). */
export function SegmentedControl<T extends string>({ label, value, options, onChange, size = 'md', fullWidth }: SegmentedControlProps<T>) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={cx(css.group, css[size], fullWidth && css.fullWidth)}>
      {options.map((option) => (
        <label key={option.value} className={css.option}>
          <input type="radio" name={name} value={option.value} checked={option.value === value} onChange={() => onChange(option.value)} />
          <span className={css.face}>
            {option.icon}
            {option.label}
          </span>
        </label>
      ))}
    </div>
  );
}
