import {
  IconChartBar,
  IconCommand,
  IconCreditCard,
  IconKey,
  IconLink,
  IconLogout,
  IconQrcode,
  IconSettings,
  IconShieldCheck,
  IconWebhook,
  IconWorldWww,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, NavLink } from 'react-router-dom';
import { t } from '../../messages/en/shell';
import { Avatar } from '../avatar/avatar';
import { DropdownMenu } from '../dropdown-menu/dropdown-menu';
import { IconButton } from '../icon-button/icon-button';
import { Logo } from '../logo/logo';
import { Skeleton } from '../skeleton/skeleton';
import { ThemeToggle } from '../theme-toggle/theme-toggle';
import { UsageBar } from '../usage-bar/usage-bar';
import css from './app-shell.module.css';

export interface ShellUsage {
  planName: string;
  links: { used: number; limit: number | null };
  qrCodes: { used: number; limit: number | null };
}

export interface AppShellProps {
  user: { name: string; email: string; isAdmin: boolean };
  /** undefined: on its way; null: not to be had. */
  usage: ShellUsage | null | undefined;
  onSignOut: () => void;
  onOpenCommands: () => void;
  children: ReactNode;
}

const tabs = [
  { to: '/dashboard', label: t('links'), icon: <IconLink aria-hidden="true" /> },
  { to: '/qr-codes', label: t('qrCodes'), icon: <IconQrcode aria-hidden="true" /> },
  { to: '/analytics', label: t('analytics'), icon: <IconChartBar aria-hidden="true" /> },
  { to: '/settings', label: t('settings'), icon: <IconSettings aria-hidden="true" /> },
];

/** Keeps the room of the two bars while their figures are on their way. */
function UsageBars({ usage }: { usage: ShellUsage | undefined }) {
  const bars = [
    { label: t('linksUsed'), ...usage?.links },
    { label: t('qrUsed'), ...usage?.qrCodes },
  ];
  return bars.map(({ label, used, limit = null }) =>
    used === undefined ? (
      <Skeleton key={label} height="1.5rem" />
    ) : (
      <UsageBar key={label} compact label={label} used={used} limit={limit} />
    ),
  );
}

/** The frame of every signed-in screen: navigation, usage, user menu. It only shows what it is given. */
export function AppShell({ user, usage, onSignOut, onOpenCommands, children }: AppShellProps) {
  const navigation = tabs.map((tab) => (
    <NavLink key={tab.to} to={tab.to} end={tab.to === '/dashboard'} className={css.tab}>
      {tab.icon}
      <span>{tab.label}</span>
    </NavLink>
  ));
  return (
    <div className={css.shell}>
      <a className={css.skip} href="#main">
        {t('skip')}
      </a>
      <header className={css.header}>
        <div className={css.bar}>
          <Link to="/dashboard" className={css.home} aria-label={t('homeLabel')}>
            <Logo size={26} />
          </Link>
          <nav className={css.tabs} aria-label={t('mainNav')}>
            {navigation}
          </nav>
          <div className={css.end}>
            {usage !== null && (
              <Link to="/billing" className={css.usage} aria-label={t('usage')}>
                <UsageBars usage={usage} />
              </Link>
            )}
            <IconButton label={t('openCommands')} icon={<IconCommand aria-hidden="true" />} onClick={onOpenCommands} />
            <ThemeToggle />
            <DropdownMenu
              label={t('account', { name: user.name })}
              trigger={
                <button type="button" className={css.user} aria-label={t('account', { name: user.name })}>
                  <Avatar name={user.name} />
                </button>
              }
              entries={[
                {
                  kind: 'heading',
                  label: (
                    <span className={css.who}>
                      <strong>{user.name}</strong>
                      <span>{user.email}</span>
                      {usage && <span>{t('plan', { name: usage.planName })}</span>}
                    </span>
                  ),
                },
                { kind: 'separator' },
                { kind: 'link', to: '/settings', label: t('settings'), icon: <IconSettings aria-hidden="true" /> },
                { kind: 'link', to: '/billing', label: t('billing'), icon: <IconCreditCard aria-hidden="true" /> },
                { kind: 'link', to: '/domains', label: t('domains'), icon: <IconWorldWww aria-hidden="true" /> },
                { kind: 'link', to: '/webhooks', label: t('webhooks'), icon: <IconWebhook aria-hidden="true" /> },
                { kind: 'link', to: '/api-keys', label: t('apiKeys'), icon: <IconKey aria-hidden="true" /> },
                user.isAdmin && { kind: 'link', to: '/admin', label: t('admin'), icon: <IconShieldCheck aria-hidden="true" /> },
                { kind: 'separator' },
                { label: t('signOut'), icon: <IconLogout aria-hidden="true" />, onSelect: onSignOut },
              ]}
            />
          </div>
        </div>
      </header>
      <main id="main" tabIndex={-1} className={css.main}>
        {usage !== null && (
          <div className={css.phoneUsage}>
            <UsageBars usage={usage} />
          </div>
        )}
        {children}
      </main>
      <nav className={css.bottom} aria-label={t('bottomNav')}>
        {navigation}
      </nav>
    </div>
  );
}
