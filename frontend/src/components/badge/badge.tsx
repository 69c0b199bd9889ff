import type { ReactNode } from 'react';
import { cx } from '../../lib/cx';
import css from './badge.module.css';

export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger' | 'info';

/** A small word about a thing: Protected, Expired, Free. */
export function Badge({ tone = 'neutral', icon, children }: { tone?: Tone; icon?: ReactNode; children: ReactNode }) {
  return (
    <span className={cx(css.badge, css[tone])}>
      {icon}
      {children}
    </span>
  );
}
