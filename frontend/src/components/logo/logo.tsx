import css from './logo.module.css';

/** Our mark: two interlocking links that are the eyes of a QR code, with two of its modules. */
export function LogoMark({ size = 28 }: { size?: number }) {
  return (
    <svg className={css.mark} width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" className={css.tile} />
      <g className={css.links}>
        <rect x="6.5" y="6.5" width="10" height="10" rx="3" />
        <rect x="15.5" y="15.5" width="10" height="10" rx="3" />
      </g>
      <g className={css.modules}>
        <rect x="20.5" y="6" width="5" height="5" rx="1.5" />
        <rect x="6" y="20.5" width="5" height="5" rx="1.5" />
      </g>
    </svg>
  );
}

/** Mark and wordmark. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <span className={css.logo}>
      <LogoMark size={size} />
      <span className={css.word}>Linqr</span>
    </span>
  );
}
