import { t } from '../../messages/en/common';
import css from './skeleton.module.css';

export interface SkeletonProps {
  width?: string;
  height?: string;
  /** Several lines under each other. */
  lines?: number;
  round?: boolean;
}

/** A grey shape where something will be. Wrap a region in `LoadingRegion` so that it is announced once. */
export function Skeleton({ width = '100%', height = '1rem', lines = 1, round }: SkeletonProps) {
  return (
    <>
      {Array.from({ length: lines }, (_, line) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines are alike and never reordered
          key={line}
          aria-hidden="true"
          className={css.skeleton}
          style={{ width: lines > 1 && line === lines - 1 ? '60%' : width, height, borderRadius: round ? '50%' : undefined }}
        />
      ))}
    </>
  );
}

/** Says "Loading" to a screen reader while its children are skeletons. */
export function LoadingRegion({ children, label = t('loading') }: { children: React.ReactNode; label?: string }) {
  return (
    <div role="status" aria-busy="true">
      <span className="visually-hidden">{label}</span>
      {children}
    </div>
  );
}
