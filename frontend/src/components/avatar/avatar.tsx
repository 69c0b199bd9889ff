import css from './avatar.module.css';

/** The first letters of a name in a circle. Decoration: the name stands beside it or in the button's label. */
export function Avatar({ name, size = 32 }: { name: string; size?: number }) {
  const words = name.trim().split(/\s+/);
  const letters = `${words[0]?.[0] ?? '?'}${words.length > 1 ? (words.at(-1)?.[0] ?? '') : ''}`.toUpperCase();
  return (
    <span className={css.avatar} style={{ width: size, height: size, fontSize: size * 0.4 }} aria-hidden="true">
      {letters}
    </span>
  );
}
