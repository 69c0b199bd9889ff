import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { isApiError, messageOf } from '../../api/api-error';
import { usePlanFeature } from '../../api/plan-features.api';
import { Banner } from '../../components/banner/banner';
import { Button, ButtonLink } from '../../components/button/button';
import { Card } from '../../components/card/card';
import { toast } from '../../components/toast/toast';
import { useForm } from '../../lib/form/use-form';
import { t } from '../../messages/en/webhooks';
import type { ShownSecret } from './secret-panel';
import { bodyOf, problemsOf, WebhookFields, type WebhookValues } from './webhook-fields';
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
  const form = useForm<WebhookValues>({
    initial: { url: '', events: [], includeBots: false, batchClicks: false },
    validate: problemsOf,
    onInvalid: () => setRefusal('missing'),
    onSubmit: async (values) => {
      setRefusal(undefined);
      const creation = create(bodyOf(values));
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
  const refusedByPlan = typeof refusal === 'object' && refusal.plan;

  return (
    <Card title={t('createTitle')}>
      <form {...form.formProps} className={css.form} aria-label={t('createTitle')}>
        {included === false && !refusedByPlan && (
          <Banner tone="warning" title={t('planMissing')} action={<PlansLink />}>
            {t('planMissingText')}
          </Banner>
        )}
        <WebhookFields form={form} />
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
