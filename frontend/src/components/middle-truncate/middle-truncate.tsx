import css from './middle-truncate.module.css';

export interface MiddleTruncateProps {
  text: string;
  /** Characters kept at the end; default 12. */
  tail?: number;
}

/** A long address cut in the middle to the width there is; whole on hover and when read out or copied. */
export function MiddleTruncate({ text, tail = 12 }: MiddleTruncateProps) {
  const cut = text.length > tail * 2 ? text.length - tail : text.length;
  return (
    <span className={css.text} title={text}>
      <span className={css.head}>{text.slice(0, cut)}</span>
      {cut < text.length && <span className={css.tail}>{text.slice(cut)}</span>}
    </span>
  );
}
