import type { User } from '../../../api/types';
import { PasswordCard } from '../password-card';
import { SessionsCard } from '../sessions-card';
import { ActivityCard } from './activity-card';
import { IdentitiesCard } from './identities-card';
import { PasskeysCard } from './passkeys-card';
import { TwoFactorCard } from './two-factor-card';

/** Everything about how the account is signed in to, what matters most first. */
export function SecurityTab({ user }: { user: User }) {
  return (
    <>
      <PasswordCard email={user.email} hasPassword={user.hasPassword !== false} />
      <TwoFactorCard user={user} />
      <PasskeysCard user={user} />
      <IdentitiesCard user={user} />
      <SessionsCard />
      <ActivityCard />
    </>
  );
}
