import {
  IconChartBar,
  IconCreditCard,
  IconHome,
  IconKey,
  IconKeyboard,
  IconLink,
  IconMoon,
  IconPlus,
  IconQrcode,
  IconSettings,
  IconShieldCheck,
  IconTag,
  IconWebhook,
  IconWorldWww,
} from '@tabler/icons-react';
import { useNavigate } from 'react-router-dom';
import { type Command, CommandMenu } from '../../components/command-menu/command-menu';
import { KeyHelp } from '../../components/command-menu/key-help';
import { useTheme } from '../../lib/theme/use-theme';
import { t } from '../../messages/en/shell';

type Panel = 'commands' | 'keys' | null;

/** Everything reachable by typing, and the list of keys; loaded when first asked for. */
export function Commands({ panel, onPanel, isAdmin }: { panel: Panel; onPanel: (panel: Panel) => void; isAdmin: boolean }) {
  const navigate = useNavigate();
  const { next } = useTheme();
  const go = (id: string, name: string, to: string, icon: React.ReactNode): Command => ({
    id,
    label: t('goTo', { name }),
    icon,
    run: () => navigate(to),
  });
  const commands: Command[] = [
    {
      id: 'create-link',
      label: t('commandCreateLink'),
      icon: <IconPlus aria-hidden="true" />,
      shortcut: 'c',
      keywords: 'new shorten url',
      run: () => navigate('/dashboard?create=link'),
    },
    {
      id: 'create-qr',
      label: t('commandCreateQr'),
      icon: <IconQrcode aria-hidden="true" />,
      keywords: 'new',
      run: () => navigate('/dashboard?create=qr'),
    },
    go('links', t('links'), '/dashboard', <IconLink aria-hidden="true" />),
    go('qr', t('qrCodes'), '/qr-codes', <IconQrcode aria-hidden="true" />),
    go('analytics', t('analytics'), '/analytics', <IconChartBar aria-hidden="true" />),
    go('settings', t('settings'), '/settings', <IconSettings aria-hidden="true" />),
    go('billing', t('billing'), '/billing', <IconCreditCard aria-hidden="true" />),
    go('domains', t('domains'), '/domains', <IconWorldWww aria-hidden="true" />),
    go('webhooks', t('webhooks'), '/webhooks', <IconWebhook aria-hidden="true" />),
    go('keys', t('apiKeys'), '/api-keys', <IconKey aria-hidden="true" />),
    go('pricing', t('pricing'), '/pricing', <IconTag aria-hidden="true" />),
    go('home', t('homeLabel'), '/', <IconHome aria-hidden="true" />),
    ...(isAdmin ? [go('admin', t('admin'), '/admin', <IconShieldCheck aria-hidden="true" />)] : []),
    { id: 'theme', label: t('commandTheme'), icon: <IconMoon aria-hidden="true" />, keywords: 'dark light', run: next },
    {
      id: 'help',
      label: t('commandKeys'),
      icon: <IconKeyboard aria-hidden="true" />,
      shortcut: '?',
      run: () => onPanel('keys'),
    },
  ];
  return (
    <>
      <CommandMenu open={panel === 'commands'} onOpenChange={(open) => onPanel(open ? 'commands' : null)} commands={commands} />
      <KeyHelp open={panel === 'keys'} onOpenChange={(open) => onPanel(open ? 'keys' : null)} />
    </>
  );
}
