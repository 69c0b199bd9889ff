import { Field } from '../field/field';
import css from './range-field.module.css';

export interface RangeFieldProps {
  label: string;
  hint?: string;
  error?: string;
  value: number;
  min: number;
  max: number;
  step?: number;
  /** The value with its unit, shown and read out: '20 %'. */
  text: string;
  onChange: (value: number) => void;
}

/** A number within bounds, dragged or moved by the arrow keys. */
export function RangeField({ label, hint, error, value, min, max, step = 1, text, onChange }: RangeFieldProps) {
  return (
    <Field {...{ label, hint, error }} labelEnd={<output className={css.value}>{text}</output>}>
      {(control) => (
        <input
          {...control}
          type="range"
          className={css.range}
          min={min}
          max={max}
          step={step}
          value={value}
          aria-valuetext={text}
          onChange={(event) => onChange(Number(event.target.value))}
        />
      )}
    </Field>
  );
}
