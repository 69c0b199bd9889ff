import { type ReactNode, useId } from 'react';
import css from './checkbox.module.css';

export interface CheckboxProps {
  label: ReactNode;
  hint?: ReactNode;
  error?: string;
  name?: string;
  checked: boolean;
  disabled?: boolean;
  /** Some but not all of what it stands for. */
  indeterminate?: boolean;
  hideLabel?: boolean;
  onCheckedChange: (checked: boolean) => void;
}

/** A native check box in our look. Takes `{...form.check('terms')}`. */
export function Checkbox({ label, hint, error, name, checked, disabled, indeterminate, hideLabel, onCheckedChange }: CheckboxProps) {
  const id = useId();
  const noteId = `${id}-note`;
  return (
    <div className={css.row}>
      <input
        id={id}
        type="checkbox"
        className={css.box}
        name={name}
        checked={checked}
        disabled={disabled}
        aria-invalid={error ? true : undefined}
        aria-describedby={hint || error ? noteId : undefined}
        ref={(input) => {
          if (input) input.indeterminate = Boolean(indeterminate);
        }}
        onChange={(event) => onCheckedChange(event.target.checked)}
      />
      <div className={hideLabel ? 'visually-hidden' : css.text}>
        <label htmlFor={id}>{label}</label>
        {(error || hint) && (
          <p id={noteId} className={error ? css.error : css.hint}>
            {error ?? hint}
          </p>
        )}
      </div>
    </div>
  );
}
