import { useEffect, useState } from 'react';
import { t } from '../../messages/en/common';
import { Field } from '../field/field';
import fieldCss from '../field/field.module.css';
import css from './color-field.module.css';

export interface ColorFieldProps {
  label: string;
  hint?: string;
  error?: string;
  /** `#rrggbb` */
  value: string;
  disabled?: boolean;
  /** Gets `#rrggbb` in lower case, only once it is a whole colour. */
  onChange: (color: string) => void;
}

/** What may stand in the box while typing: a # and up to six hex digits. */
const TYPING = /^#[0-9a-f]{0,6}$/i;

/** `#rrggbb` for a whole colour of three or six digits. */
export function wholeColor(text: string): string | undefined {
  const lower = text.toLowerCase();
  if (/^#[0-9a-f]{6}$/.test(lower)) return lower;
  return /^#[0-9a-f]{3}$/.test(lower) ? lower.replace(/[0-9a-f]/g, '$&$&') : undefined;
}

/** A colour as hex, with the browser's own picker beside it. Anything but # and hex digits is not accepted. */
export function ColorField({ label, hint, error, value, disabled, onChange }: ColorFieldProps) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped((now) => (wholeColor(now) === value ? now : value)), [value]);
  return (
    <Field {...{ label, hint, error }}>
      {(control) => (
        <div className={fieldCss.box} data-invalid={error ? '' : undefined} data-disabled={disabled ? '' : undefined}>
          <input
            type="color"
            className={css.swatch}
            aria-label={t('pickColor', { name: label })}
            value={value}
            disabled={disabled}
            onChange={(event) => onChange(event.target.value.toLowerCase())}
          />
          <input
            {...control}
            type="text"
            className={fieldCss.input}
            value={typed}
            disabled={disabled}
            spellCheck={false}
            autoComplete="off"
            maxLength={7}
            onChange={({ target }) => {
              if (!TYPING.test(target.value)) return;
              setTyped(target.value);
              // Three digits may be the beginning of six: they count when the box is left.
              if (target.value.length === 7) onChange(target.value.toLowerCase());
            }}
            onBlur={() => {
              const color = wholeColor(typed);
              if (color && color !== value) onChange(color);
              setTyped(color ?? value);
            }}
          />
        </div>
      )}
    </Field>
  );
}
