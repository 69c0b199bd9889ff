import { IconPlus } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { isApiError, messageOf } from '../../api/api-error';
import { usePlanFeature } from '../../api/plan-features.api';
import { Banner } from '../../components/banner/banner';
import { Button, ButtonLink } from '../../components/button/button';
import { Card } from '../../components/card/card';
import { Checkbox } from '../../components/checkbox/checkbox';
import { TextField } from '../../components/field/text-field';
import { toast } from '../../components/toast/toast';
import { useForm } from '../../lib/form/use-form';
import { t } from '../../messages/en/webhooks';
import { eventNames, events, isVisit } from './events';
import type { ShownSecret } from './secret-panel';
import { useCreateWebhookMutation } from './webhooks.api';
import css from './webhooks.module.css';

type Refusal = 'missing' | { message: string; plan: boolean };

function RefusalBanner({ refusal, complete }: { refusal: Refusal | undefined; complete: boolean }) {
  if (!refusal || (refusal === 'missing' && complete)) return null;
  if (refusal === 'missing') return <Banner tone="danger">{t('missing')}</Banner>;
  return (
    <Banner tone="danger" action={refusal.plan && <PlansLink />}>
      {t('createFailed', { message: refusal.message })}
    </Banner>
  );
}

const PlansLink = () => (
  <ButtonLink to="/billing" size="sm">
    {t('plans')}
  </ButtonLink>
);

/** A new webhook: where to, about what. */
export function WebhookForm({ onCreated }: { onCreated: (made: ShownSecret) => void }) {
  const [create] = useCreateWebhookMutation();
  const [refusal, setRefusal] = useState<Refusal>();
  const included = usePlanFeature('webhooks');
  const eventsErrorId = useId();
  const form = useForm({
    initial: { url: '', events: [] as string[], includeBots: false, batchClicks: false },
    validate: ({ url, events: chosen }) => ({
      ...(url.trim() ? {} : { url: t('urlMissing') }),
      ...(chosen.length > 0 ? {} : { events: t('eventsMissing') }),
    }),
    onInvalid: () => setRefusal('missing'),
    onSubmit: async (values) => {
      setRefusal(undefined);
      const creation = create({
        ...values,
        url: values.url.trim(),
        events: eventNames.filter((name) => values.events.includes(name)),
      });
      const { url, secret } = await creation.unwrap();
      // The secret stays with the panel that shows it, not in the store.
      creation.reset();
      form.reset();
      toast.success(t('created'));
      onCreated({ url, secret });
    },
    onFailure: (error) =>
      setRefusal({ message: messageOf(error, t('noAnswer')), plan: isApiError(error) && error.code === 'PLAN_FEATURE_REQUIRED' }),
    draftKey: 'webhook-create',
  });
  const { events: chosen } = form.values;
  const refusedByPlan = typeof refusal === 'object' && refusal.plan;

  return (
    <Card title={t('createTitle')}>
      <form {...form.formProps} className={css.form} aria-label={t('createTitle')}>
        {included === false && !refusedByPlan && (
          <Banner tone="warning" title={t('planMissing')} action={<PlansLink />}>
            {t('planMissingText')}
          </Banner>
        )}
        <TextField
          label={t('url')}
          hint={t('urlHint')}
          type="url"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={2048}
          placeholder="https://example.com/webhooks/linqr"
          {...form.field('url')}
        />
        <fieldset className={css.group} aria-describedby={form.errors.events ? eventsErrorId : undefined}>
          <legend>{t('events')}</legend>
          <div className={css.choices}>
            {eventNames.map((name) => (
              <Checkbox
                key={name}
                name="events"
                label={<code>{name}</code>}
                hint={events[name]}
                checked={chosen.includes(name)}
                onCheckedChange={(on) => form.set('events', on ? [...chosen, name] : chosen.filter((other) => other !== name))}
              />
            ))}
          </div>
          {form.errors.events && (
            <p id={eventsErrorId} className={css.problem}>
              {form.errors.events}
            </p>
          )}
        </fieldset>
        {chosen.some(isVisit) && (
          <fieldset className={css.group}>
            <legend>{t('options')}</legend>
            <div className={css.choices}>
              <Checkbox label={t('includeBots')} hint={t('includeBotsHint')} {...form.check('includeBots')} />
              <Checkbox label={t('batchClicks')} hint={t('batchClicksHint')} {...form.check('batchClicks')} />
            </div>
          </fieldset>
        )}
        <RefusalBanner refusal={refusal} complete={form.valid} />
        <div>
          <Button type="submit" variant="primary" icon={<IconPlus aria-hidden="true" />} loading={form.submitting}>
            {t('create')}
          </Button>
        </div>
      </form>
    </Card>
  );
}
