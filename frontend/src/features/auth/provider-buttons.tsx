import { IconBrandGithub, IconBrandGoogle } from '@tabler/icons-react';
import { useState } from 'react';
import { expectSession } from '../../api/session/tokens';
import { Button } from '../../components/button/button';
import { toast } from '../../components/toast/toast';
import { leaveFor } from '../../lib/leave';
import { t } from '../../messages/en/auth';
import { type ProviderKey, useLazyProvidersQuery } from './auth.api';
import css from './auth.module.css';

const PROVIDERS = [
  { key: 'google', label: 'google', soon: 'googleSoon', Icon: IconBrandGoogle },
  { key: 'github', label: 'github', soon: 'githubSoon', Icon: IconBrandGithub },
] as const;

/** Google and GitHub: where the operator has configured them they sign in, else they say that it is coming soon. */
export function ProviderButtons({ returnTo }: { returnTo: string }) {
  const [ask] = useLazyProvidersQuery();
  const [busy, setBusy] = useState<ProviderKey>();

  async function go(key: ProviderKey, soon: string) {
    setBusy(key);
    const { data } = await ask(undefined, true);
    if (data?.find((provider) => provider.key === key)?.configured) {
      // The way back brings cookies only: the next start makes of them what "remember me" does.
      expectSession();
      leaveFor(`/api/auth/oauth/${key}/start?${new URLSearchParams({ returnTo })}`);
      return;
    }
    setBusy(undefined);
    toast.info(soon);
  }

  return (
    <div className={css.providers}>
      {PROVIDERS.map(({ key, label, soon, Icon }) => (
        <Button key={key} icon={<Icon aria-hidden="true" />} loading={busy === key} onClick={() => void go(key, t(soon))}>
          {t(label)}
        </Button>
      ))}
    </div>
  );
}
