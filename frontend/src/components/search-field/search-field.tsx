import { IconSearch, IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import { cx } from '../../lib/cx';
import { useHotkey } from '../../lib/keys/use-hotkey';
import { t } from '../../messages/en/common';
import css from './search-field.module.css';

export interface SearchFieldProps {
  /** Name and placeholder: 'Search codes'. */
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** `/` anywhere on the page jumps here; default true. One such field a screen. */
  hotkey?: boolean;
  className?: string;
}

/** A search box. It changes at once; debounce what hangs on it (`useDebounced`). */
export function SearchField({ label, value, onChange, hotkey = true, className }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  useHotkey(
    '/',
    () => {
      input.current?.focus();
      input.current?.select();
    },
    hotkey,
  );
  return (
    <div className={cx(css.box, className)} role="search" aria-label={label}>
      <IconSearch className={css.icon} aria-hidden="true" />
      <input
        ref={input}
        type="search"
        className={css.input}
        aria-label={label}
        placeholder={label}
        value={value}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          if (value) onChange('');
          else input.current?.blur();
        }}
      />
      {value ? (
        <button
          type="button"
          className={css.clear}
          aria-label={t('clearSearch')}
          onClick={() => {
            onChange('');
            input.current?.focus();
          }}
        >
          <IconX aria-hidden="true" />
        </button>
      ) : (
        hotkey && (
          <kbd className={css.key} aria-hidden="true">
            /
          </kbd>
        )
      )}
    </div>
  );
}
