import type { ReactNode } from 'react';
import { cx } from '../../lib/cx';
import css from './card.module.css';

export interface CardProps {
  title?: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
  footer?: ReactNode;
  /** `none` lets a table or list touch the edges. */
  padding?: 'none' | 'md' | 'lg';
  className?: string;
  /** The heading's level in the page; default 2. */
  level?: 2 | 3;
}

/** A surface with an optional heading row. */
export function Card({ title, description, actions, children, footer, padding = 'md', className, level = 2 }: CardProps) {
  const Heading = `h${level}` as const;
  return (
    <section className={cx(css.card, className)}>
      {(title || actions) && (
        <header className={css.header}>
          <div className={css.titles}>
            {title && <Heading className={css.title}>{title}</Heading>}
            {description && <p className={css.description}>{description}</p>}
          </div>
          {actions && <div className={css.actions}>{actions}</div>}
        </header>
      )}
      {children !== undefined && <div className={css[padding]}>{children}</div>}
      {footer && <footer className={css.footer}>{footer}</footer>}
    </section>
  );
}
