import type { User } from '../../api/types';
import { Badge } from '../../components/badge/badge';
import { Button } from '../../components/button/button';
import { Card } from '../../components/card/card';
import { TextField } from '../../components/field/text-field';
import { t } from '../../messages/en/settings';
import { EmailChange } from './email-change';
import type { useProfileForm } from './profile-form';
import css from './settings.module.css';

/** Who one is. The e-mail address has its own way of changing: both addresses confirm it. */
export function ProfileTab({ user, form }: { user: User; form: ReturnType<typeof useProfileForm> }) {
  return (
    <Card title={t('profile')} description={t('profileText')}>
      <form {...form.formProps} className={css.form}>
        <TextField label={t('fullName')} autoComplete="name" {...form.field('name')} />
        <TextField
          label={t('email')}
          type="email"
          value={user.email}
          readOnly
          className={css.fixed}
          autoComplete="email"
          labelEnd={
            <Badge tone={user.emailVerified ? 'success' : 'warning'}>
              {user.emailVerified ? t('emailVerified') : t('emailUnverified')}
            </Badge>
          }
        />
        <EmailChange user={user} />
        <div className={css.two}>
          <TextField label={t('company')} optional autoComplete="organization" {...form.field('company')} />
          <TextField
            label={t('website')}
            optional
            inputMode="url"
            autoComplete="url"
            autoCapitalize="none"
            spellCheck={false}
            placeholder={t('websitePlaceholder')}
            {...form.field('website')}
          />
        </div>
        <div className={css.buttons}>
          <Button type="submit" variant="primary" loading={form.submitting} disabled={!form.dirty}>
            {t('saveProfile')}
          </Button>
          {form.dirty && !form.submitting && (
            <Button variant="ghost" onClick={() => form.reset()}>
              {t('discard')}
            </Button>
          )}
        </div>
      </form>
    </Card>
  );
}
