import { IconX } from '@tabler/icons-react';
import { useId } from 'react';
import { Select } from '../../../components/select/select';
import { t } from '../../../messages/en/targeting';
import type { Choice } from './places';
import css from './targeting.module.css';

/** A few fixed values, several of which may be chosen. */
export function ChoiceChips({
  label,
  choices,
  values,
  error,
  onChange,
}: {
  label: string;
  choices: readonly string[];
  values: readonly string[];
  error?: string | undefined;
  onChange: (values: string[]) => void;
}) {
  const errorId = useId();
  return (
    <fieldset className={css.chips} aria-describedby={error ? errorId : undefined}>
      <legend className={css.legend}>{label}</legend>
      {choices.map((value) => (
        <label key={value} className={css.chip} data-chosen={values.includes(value) ? '' : undefined}>
          <input
            type="checkbox"
            className="visually-hidden"
            checked={values.includes(value)}
            onChange={({ target }) => onChange(choices.filter((one) => (one === value ? target.checked : values.includes(one))))}
          />
          {t(value as 'mobile')}
        </label>
      ))}
      {error && (
        <p id={errorId} className={css.problem} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** Values of a long list: chosen one by one, shown as chips. */
export function ListPicker({
  label,
  choices,
  values,
  error,
  nameOf,
  onChange,
}: {
  label: string;
  choices: readonly Choice[];
  values: readonly string[];
  error?: string | undefined;
  nameOf: (value: string) => string;
  onChange: (values: string[]) => void;
}) {
  return (
    <div className={css.picker}>
      <Select
        label={label}
        {...(error ? { error } : {})}
        value=""
        options={[{ value: '', label: t('choose') }, ...choices.filter(({ value }) => !values.includes(value))]}
        onChange={({ target }) => target.value !== '' && onChange([...values, target.value])}
      />
      {values.length > 0 && (
        <ul className={css.chosen}>
          {values.map((value) => (
            <li key={value} className={css.chosenOne}>
              {nameOf(value)}
              <button
                type="button"
                className={css.removeChip}
                aria-label={t('removeValue', { name: nameOf(value) })}
                onClick={() => onChange(values.filter((one) => one !== value))}
              >
                <IconX aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
