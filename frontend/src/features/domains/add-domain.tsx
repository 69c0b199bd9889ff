import { IconPlus } from '@tabler/icons-react';
import { messageOf } from '../../api/api-error';
import { useAddDomainMutation } from '../../api/domains.api';
import { Banner } from '../../components/banner/banner';
import { Button, ButtonLink } from '../../components/button/button';
import { Card } from '../../components/card/card';
import { TextField } from '../../components/field/text-field';
import { toast } from '../../components/toast/toast';
import { useForm } from '../../lib/form/use-form';
import { t } from '../../messages/en/domains';
import css from './domains.module.css';

/** The form, or what keeps the plan from one more. */
export function AddDomain({ limit, count }: { limit: number | null; count: number }) {
  const [addDomain] = useAddDomainMutation();
  const form = useForm({
    initial: { host: '' },
    draftKey: 'add-domain',
    validate: ({ host }) => (host.trim() ? {} : { host: t('hostRequired') }),
    onSubmit: async ({ host }) => {
      const made = await addDomain(host.trim()).unwrap();
      form.reset({ host: '' });
      toast.success(t('added', { host: made.host }));
    },
    onFailure: (error) => toast.error(messageOf(error, t('addFailed'))),
  });
  if (limit !== null && count >= limit) {
    return (
      <Banner
        tone="info"
        action={
          <ButtonLink size="sm" to="/pricing">
            {t('plans')}
          </ButtonLink>
        }
      >
        {limit === 0 ? t('locked') : t('full', { limit })}
      </Banner>
    );
  }
  return (
    <Card title={t('add')}>
      <form {...form.formProps} className={css.addForm}>
        <TextField
          label={t('host')}
          hint={t('hostHint')}
          placeholder="go.example.com"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          inputMode="url"
          {...form.field('host')}
        />
        <Button type="submit" variant="primary" icon={<IconPlus aria-hidden="true" />} loading={form.submitting}>
          {form.submitting ? t('adding') : t('add')}
        </Button>
      </form>
    </Card>
  );
}
