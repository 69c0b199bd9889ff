import type { ReactNode } from 'react';
import css from './analytics.module.css';

/** A row of figures; two a row on a phone. */
export function StatCards({ children }: { children: ReactNode }) {
  return <div className={css.cards}>{children}</div>;
}
