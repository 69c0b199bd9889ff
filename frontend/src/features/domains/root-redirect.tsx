import { messageOf } from '../../api/api-error';
import { type OwnDomain, useUpdateDomainMutation } from '../../api/domains.api';
import { Button } from '../../components/button/button';
import { TextField } from '../../components/field/text-field';
import { toast } from '../../components/toast/toast';
import { useForm } from '../../lib/form/use-form';
import { t } from '../../messages/en/domains';
import css from './domains.module.css';

/** Where the domain itself leads. */
export function RootRedirect({ domain }: { domain: OwnDomain }) {
  const [updateDomain] = useUpdateDomainMutation();
  const form = useForm({
    initial: { rootRedirect: domain.rootRedirect ?? '' },
    onSubmit: async ({ rootRedirect }) => {
      const after = await updateDomain({ id: domain.id, rootRedirect: rootRedirect.trim() || null }).unwrap();
      form.reset({ rootRedirect: after.rootRedirect ?? '' });
      toast.success(t('saved'));
    },
    onFailure: (error) => toast.error(messageOf(error, t('saveFailed'))),
  });
  return (
    <form {...form.formProps} className={css.addForm}>
      <TextField
        label={t('root')}
        hint={t('rootHint', { host: domain.host })}
        placeholder={t('rootPlaceholder')}
        optional
        inputMode="url"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        {...form.field('rootRedirect')}
      />
      <Button type="submit" loading={form.submitting}>
        {t('save')}
      </Button>
    </form>
  );
}
