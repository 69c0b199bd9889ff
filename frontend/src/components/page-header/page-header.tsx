import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import css from './page-header.module.css';

export interface PageHeaderProps {
  title: ReactNode;
  description?: ReactNode;
  /** Where the page hangs: { to: '/dashboard', label: 'Back to Dashboard' }. */
  back?: { to: string; label: string };
  actions?: ReactNode;
}

/** The heading (h1) of a signed-in screen. */
export function PageHeader({ title, description, back, actions }: PageHeaderProps) {
  return (
    <header className={css.header}>
      {back && (
        <Link to={back.to} className={css.back}>
          <IconArrowLeft aria-hidden="true" />
          {back.label}
        </Link>
      )}
      <div className={css.row}>
        <div className={css.titles}>
          <h1 className={css.title}>{title}</h1>
          {description && <div className={css.description}>{description}</div>}
        </div>
        {actions && <div className={css.actions}>{actions}</div>}
      </div>
    </header>
  );
}
