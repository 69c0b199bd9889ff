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
  usage?: ShellUsage;
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
            {usage && (
              <Link to="/billing" className={css.usage} aria-label={t('usage')}>
                <UsageBar compact label={t('linksUsed')} used={usage.links.used} limit={usage.links.limit} />
                <UsageBar compact label={t('qrUsed')} used={usage.qrCodes.used} limit={usage.qrCodes.limit} />
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
        {usage && (
          <div className={css.phoneUsage}>
            <UsageBar compact label={t('linksUsed')} used={usage.links.used} limit={usage.links.limit} />
            <UsageBar compact label={t('qrUsed')} used={usage.qrCodes.used} limit={usage.qrCodes.limit} />
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
