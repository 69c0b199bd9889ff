import { useState } from 'react';
import { PageHeader } from '../../components/page-header/page-header';
import { useTitle } from '../../lib/use-title';
import { t } from '../../messages/en/webhooks';
import { SecretPanel, type ShownSecret } from './secret-panel';
import { WebhookForm } from './webhook-form';
import { WebhookList } from './webhook-list';
import css from './webhooks.module.css';

/** /webhooks: create, watch and remove webhooks. */
export function WebhooksPage() {
  useTitle(t('title'));
  const [shown, setShown] = useState<ShownSecret>();
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} back={{ to: '/dashboard', label: t('back') }} />
      <div className={css.page}>
        {shown && <SecretPanel key={shown.secret} {...shown} onDone={() => setShown(undefined)} />}
        <WebhookForm onCreated={setShown} />
        <WebhookList onSecret={setShown} />
      </div>
    </>
  );
}
