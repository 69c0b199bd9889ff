import { IconAlertTriangle, IconBell, IconCreditCard, IconLock, IconUser } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useSession } from '../../api/session/use-session';
import type { User } from '../../api/types';
import { PageHeader } from '../../components/page-header/page-header';
import { Tabs } from '../../components/tabs/tabs';
import { useTitle } from '../../lib/use-title';
import { t } from '../../messages/en/settings';
import { BillingTab } from './billing-tab';
import { DangerTab } from './danger-tab';
import { NotificationsTab } from './notifications-tab';
import { useProfileForm } from './profile-form';
import { ProfileTab } from './profile-tab';
import { SecurityTab } from './security/security-tab';
import css from './settings.module.css';

const TABS = ['profile', 'security', 'notifications', 'billing', 'danger'] as const;
type Tab = (typeof TABS)[number];

/** Five tabs do not fit on a phone: the chosen one of the address is brought into sight. */
function useTabInSight(tab: Tab) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (TABS.includes(tab))
      box.current?.querySelector('[role="tab"][data-state="active"]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [tab]);
  return box;
}

function Settings({ user }: { user: User }) {
  const [params, setParams] = useSearchParams();
  const profile = useProfileForm(user);
  const tab = TABS.find((known) => known === params.get('tab')) ?? 'profile';
  const box = useTabInSight(tab);
  return (
    <div ref={box}>
      <Tabs<Tab>
        label={t('tabs')}
        value={tab}
        onChange={(next) => setParams(next === 'profile' ? {} : { tab: next }, { replace: true, preventScrollReset: true })}
        tabs={[
          {
            value: 'profile',
            label: t('profile'),
            icon: <IconUser aria-hidden="true" />,
            content: (
              <div className={css.panel}>
                <ProfileTab user={user} form={profile} />
              </div>
            ),
          },
          {
            value: 'security',
            label: t('security'),
            icon: <IconLock aria-hidden="true" />,
            content: (
              <div className={css.panel}>
                <SecurityTab user={user} />
              </div>
            ),
          },
          {
            value: 'notifications',
            label: t('notifications'),
            icon: <IconBell aria-hidden="true" />,
            content: (
              <div className={css.panel}>
                <NotificationsTab email={user.email} />
              </div>
            ),
          },
          {
            value: 'billing',
            label: t('billing'),
            icon: <IconCreditCard aria-hidden="true" />,
            content: (
              <div className={css.panel}>
                <BillingTab />
              </div>
            ),
          },
          {
            value: 'danger',
            label: t('danger'),
            icon: <IconAlertTriangle aria-hidden="true" />,
            content: (
              <div className={css.panel}>
                <DangerTab user={user} />
              </div>
            ),
          },
        ]}
      />
    </div>
  );
}

/** /settings; the tab is part of the address (`?tab=security`). */
export function SettingsPage() {
  useTitle(t('title'));
  const { user } = useSession();
  return (
    <>
      <PageHeader title={t('title')} />
      {user && <Settings key={user.id} user={user} />}
    </>
  );
}
