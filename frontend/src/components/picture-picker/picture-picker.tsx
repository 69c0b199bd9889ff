import { type ReactNode, useId } from 'react';
import css from './picture-picker.module.css';

export interface PicturePickerProps<T extends string> {
  label: string;
  /** None may be chosen: undefined. */
  value: T | undefined;
  /** `picture` is an image source; decoration, since the label says what it shows. */
  options: readonly { value: T; label: string; picture: string }[];
  onChange: (value: T) => void;
  /** Said beside the name. */
  hint?: ReactNode;
}

/** One of a few looks, chosen by its picture (native radio buttons underneath). Pictures lie on white, as in print. */
export function PicturePicker<T extends string>({ label, value, options, onChange, hint }: PicturePickerProps<T>) {
  const name = useId();
  return (
    <fieldset className={css.group}>
      <legend className={css.legend}>{label}</legend>
      {hint && <p className={css.hint}>{hint}</p>}
      <div className={css.options}>
        {options.map((option) => (
          <label key={option.value} className={css.option}>
            <input type="radio" name={name} value={option.value} checked={option.value === value} onChange={() => onChange(option.value)} />
            <span className={css.tile}>
              <img src={option.picture} alt="" width={64} height={64} />
            </span>
            <span className={css.name}>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
