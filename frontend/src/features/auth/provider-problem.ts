import { t } from '../../messages/en/auth';
import type { Arrival } from './arrival';

/** What a failed way to a provider and back is told with. */
export function providerProblem({ code, provider }: NonNullable<Arrival['problem']>): string {
  const name = provider ? t(provider) : t('providerAny');
  switch (code) {
    case 'PROVIDER_EMAIL_UNVERIFIED':
      return t('problemUnverified', { provider: name });
    case 'PROVIDER_NOT_CONFIGURED':
      return provider === 'github' ? t('githubSoon') : t('googleSoon');
    case 'ACCOUNT_DISABLED':
      return t('problemDisabled');
    case 'IDENTITY_TAKEN':
      return t('problemTaken', { provider: name });
    case 'RATE_LIMITED':
      return t('problemTooMany');
    default:
      return t('problemOther', { provider: name });
  }
}
