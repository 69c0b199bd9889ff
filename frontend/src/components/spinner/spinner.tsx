import css from './spinner.module.css';

/** A small turning ring in the text's colour; decoration only, the caller says what is loading. */
export function Spinner() {
  return <span className={css.spinner} aria-hidden="true" />;
}
