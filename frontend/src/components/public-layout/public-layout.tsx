import { IconMenu2, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { t } from '../../messages/en/shell';
import { ButtonLink } from '../button/button';
import { Logo } from '../logo/logo';
import { ThemeToggle } from '../theme-toggle/theme-toggle';
import css from './public-layout.module.css';

const pages = [
  { to: '/features', label: t('features') },
  { to: '/pricing', label: t('pricing') },
  { to: '/docs', label: t('docs') },
  { to: '/api', label: t('api') },
  { to: '/help', label: t('help') },
];

const columns = [
  {
    title: t('product'),
    links: [
      { to: '/features', label: t('features') },
      { to: '/pricing', label: t('pricing') },
      { to: '/contact?type=sales', label: t('getQuote') },
    ],
  },
  {
    title: t('resources'),
    links: [
      { to: '/docs', label: t('docs') },
      { to: '/api', label: t('api') },
      { to: '/help', label: t('help') },
      { to: '/status', label: t('status') },
    ],
  },
  {
    title: t('company'),
    links: [
      { to: '/about', label: t('about') },
      { to: '/contact', label: t('contact') },
      { to: '/report', label: t('reportLink') },
      { to: '/privacy', label: t('privacy') },
      { to: '/terms', label: t('terms') },
    ],
  },
];

/** Header and footer of the public pages. */
export function PublicLayout({ signedIn, children }: { signedIn: boolean; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: arriving on another page closes the phone menu
  useEffect(() => setOpen(false), [pathname]);
  return (
    <div className={css.layout}>
      <a className={css.skip} href="#main">
        {t('skip')}
      </a>
      <header className={css.header}>
        <div className={css.bar}>
          <Link to="/" className={css.home} aria-label={t('homeLabel')}>
            <Logo />
          </Link>
          <nav id="site-nav" className={css.nav} data-open={open ? '' : undefined} aria-label={t('mainNav')}>
            {pages.map((page) => (
              <NavLink key={page.to} to={page.to} className={css.link}>
                {page.label}
              </NavLink>
            ))}
            {!signedIn && (
              <span className={css.phoneOnly}>
                <NavLink to="/contact?type=sales" className={css.link}>
                  {t('getQuote')}
                </NavLink>
                <NavLink to="/login" className={css.link}>
                  {t('logIn')}
                </NavLink>
              </span>
            )}
          </nav>
          <div className={css.actions}>
            <ThemeToggle />
            {signedIn ? (
              <ButtonLink to="/dashboard" variant="primary">
                {t('dashboard')}
              </ButtonLink>
            ) : (
              <>
                <ButtonLink to="/login" variant="ghost" className={css.wideOnly}>
                  {t('logIn')}
                </ButtonLink>
                <ButtonLink to="/contact?type=sales" className={css.wideOnly}>
                  {t('getQuote')}
                </ButtonLink>
                <ButtonLink to="/register" variant="primary">
                  {t('signUp')}
                </ButtonLink>
              </>
            )}
            <button
              type="button"
              className={css.menu}
              aria-label={open ? t('closeMenu') : t('menu')}
              aria-expanded={open}
              aria-controls="site-nav"
              onClick={() => setOpen(!open)}
            >
              {open ? <IconX aria-hidden="true" /> : <IconMenu2 aria-hidden="true" />}
            </button>
          </div>
        </div>
      </header>
      <main id="main" tabIndex={-1} className={css.main}>
        {children}
      </main>
      <footer className={css.footer}>
        <div className={css.footerGrid}>
          <div className={css.brand}>
            <Logo size={24} />
            <p>{t('tagline')}</p>
          </div>
          {columns.map((column) => (
            <nav key={column.title} aria-label={column.title} className={css.column}>
              <h2>{column.title}</h2>
              <ul role="list">
                {column.links.map((link) => (
                  <li key={link.to}>
                    <Link to={link.to}>{link.label}</Link>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
        </div>
        <p className={css.copyright}>{t('copyright', { year: String(new Date().getFullYear()) })}</p>
      </footer>
    </div>
  );
}
