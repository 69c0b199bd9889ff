import { type ReactNode, useId } from 'react';
import css from './switch.module.css';

export interface SwitchProps {
  label: string;
  hint?: ReactNode;
  hideLabel?: boolean;
  name?: string;
  checked: boolean;
  disabled?: boolean;
  onCheckedChange: (checked: boolean) => void;
}

/** On or off, in effect at once. */
export function Switch({ label, hint, hideLabel, name, checked, disabled, onCheckedChange }: SwitchProps) {
  const id = useId();
  return (
    <div className={css.row}>
      <div className={hideLabel ? 'visually-hidden' : css.text}>
        <label htmlFor={id}>{label}</label>
        {hint && (
          <p id={`${id}-hint`} className={css.hint}>
            {hint}
          </p>
        )}
      </div>
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-checked={checked}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className={css.track}
        name={name}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onCheckedChange(event.target.checked)}
      />
    </div>
  );
}
