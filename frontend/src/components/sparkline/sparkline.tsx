import css from './sparkline.module.css';

export interface SparklineProps {
  /** Oldest first. */
  values: readonly number[];
  width?: number;
  height?: number;
  /** Read out instead of the picture; without it the picture is decoration. */
  label?: string;
}

/** A tiny line of how it went. */
export function Sparkline({ values, width = 84, height = 24, label }: SparklineProps) {
  const points = values.length > 1 ? values : [0, 0];
  const top = Math.max(1, ...points);
  const inset = 1.5;
  const step = (width - inset * 2) / (points.length - 1);
  const xy = points.map((value, i) => [inset + i * step, height - inset - (value / top) * (height - inset * 2)] as const);
  const line = xy.map(([x, y], i) => `${i ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
  const quiet = points.every((value) => value === 0);
  return (
    <svg
      className={css.sparkline}
      data-quiet={quiet ? '' : undefined}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <path className={css.area} d={`${line}L${width - inset} ${height}L${inset} ${height}Z`} />
      <path className={css.line} d={line} />
    </svg>
  );
}
