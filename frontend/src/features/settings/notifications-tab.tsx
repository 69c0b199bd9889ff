import { useMemo } from 'react';
import { messageOf } from '../../api/api-error';
import { Button } from '../../components/button/button';
import { Card } from '../../components/card/card';
import { ErrorState } from '../../components/error-state/error-state';
import { Select } from '../../components/select/select';
import { LoadingRegion, Skeleton } from '../../components/skeleton/skeleton';
import { Switch } from '../../components/switch/switch';
import { toast } from '../../components/toast/toast';
import { useForm } from '../../lib/form/use-form';
import { t } from '../../messages/en/settings';
import { type NotificationPreferences, useNotificationsQuery, useUpdateNotificationsMutation } from './settings.api';
import css from './settings.module.css';

const switches = [
  { name: 'emailNotifications', label: t('emailNotifications'), hint: t('emailNotificationsHint') },
  { name: 'weeklyReports', label: t('weeklyReports'), hint: t('weeklyReportsHint') },
  { name: 'securityAlerts', label: t('securityAlerts'), hint: t('securityAlertsHint') },
  { name: 'marketingEmails', label: t('marketingEmails'), hint: t('marketingEmailsHint') },
] as const;

/** Every zone the browser knows; the saved one and UTC even if it does not. */
function zoneOptions(saved: string) {
  const known = Intl.supportedValuesOf('timeZone');
  return [...new Set(['UTC', saved, ...known])].sort().map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }));
}

function PreferencesForm({ saved }: { saved: NotificationPreferences }) {
  const [update] = useUpdateNotificationsMutation();
  const zones = useMemo(() => zoneOptions(saved.timeZone), [saved.timeZone]);
  const form = useForm<NotificationPreferences>({
    initial: saved,
    draftKey: 'settings-notifications',
    onSubmit: async (values) => {
      form.reset(await update(values).unwrap());
      toast.success(t('notificationsSaved'));
    },
    onFailure: (error) => toast.error(messageOf(error, t('notificationsSaveFailed'))),
  });
  return (
    <form {...form.formProps} className={css.form}>
      <div className={css.switches}>
        {switches.map(({ name, label, hint }) => (
          <Switch
            key={name}
            label={label}
            hint={hint}
            name={name}
            checked={form.values[name]}
            disabled={form.submitting}
            onCheckedChange={(checked) => form.set(name, checked)}
          />
        ))}
      </div>
      <Select
        label={t('timeZone')}
        hint={t('timeZoneHint')}
        className={css.narrow}
        options={zones}
        disabled={form.submitting || !form.values.weeklyReports}
        {...form.field('timeZone')}
      />
      <div className={css.buttons}>
        <Button type="submit" variant="primary" loading={form.submitting}>
          {t('saveNotifications')}
        </Button>
      </div>
    </form>
  );
}

/** Which mail the account wants. */
export function NotificationsTab({ email }: { email: string }) {
  const { data, error, isFetching, refetch } = useNotificationsQuery();
  return (
    <Card title={t('notifications')} description={t('notificationsText', { email })} footer={t('notificationsToday')}>
      {error && !data ? (
        <ErrorState
          title={t('notificationsFailed')}
          text={messageOf(error, t('sessionsFailedText'))}
          onRetry={refetch}
          retrying={isFetching}
        />
      ) : data ? (
        <PreferencesForm saved={data} />
      ) : (
        <LoadingRegion>
          <div className={css.switches}>
            {switches.map(({ name }) => (
              <div key={name}>
                <Skeleton lines={2} width="70%" />
              </div>
            ))}
          </div>
        </LoadingRegion>
      )}
    </Card>
  );
}
