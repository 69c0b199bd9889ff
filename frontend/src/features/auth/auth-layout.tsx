import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Logo } from '../../components/logo/logo';
import { ThemeToggle } from '../../components/theme-toggle/theme-toggle';
import { t as shell } from '../../messages/en/shell';
import css from './auth.module.css';

/** One narrow column under the logo. */
export function AuthLayout({
  title,
  lead,
  children,
  footer,
}: {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
}) {
  return (
    <div className={css.layout}>
      <header className={css.header}>
        <Link to="/" className={css.home} aria-label={shell('homeLabel')}>
          <Logo />
        </Link>
        <ThemeToggle />
      </header>
      <main className={css.main}>
        <div className={css.panel}>
          <div className={css.titles}>
            <h1>{title}</h1>
            {lead && <p>{lead}</p>}
          </div>
          {children}
        </div>
        {footer && <p className={css.footer}>{footer}</p>}
      </main>
    </div>
  );
}
