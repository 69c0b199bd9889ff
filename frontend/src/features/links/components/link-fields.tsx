import { Checkbox } from '../../../components/checkbox/checkbox';
import { PasswordField } from '../../../components/field/password-field';
import { TextArea, TextField } from '../../../components/field/text-field';
import { Select } from '../../../components/select/select';
import type { useForm } from '../../../lib/form/use-form';
import { t } from '../../../messages/en/links';
import type { LinkFormValues } from '../link-form';
import css from '../links.module.css';

type LinkForm = ReturnType<typeof useForm<LinkFormValues>>;

const redirectTypes = [
  { value: '302', label: t('redirect302') },
  { value: '301', label: t('redirect301') },
  { value: '307', label: t('redirect307') },
  { value: '308', label: t('redirect308') },
];

/** Everything about a link but its destination; used to create and to edit. */
export function LinkFields({ form, hasPassword = false, editing = false }: { form: LinkForm; hasPassword?: boolean; editing?: boolean }) {
  return (
    <div className={css.fields}>
      <TextField
        label={t('alias')}
        hint={editing ? t('aliasChangeHint') : t('aliasHint')}
        optional={!editing}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        maxLength={50}
        {...form.field('customAlias')}
      />
      <TextField label={t('linkTitle')} optional maxLength={200} {...form.field('title')} />
      <div className={css.wideField}>
        <TextArea label={t('description')} optional rows={2} maxLength={1000} {...form.field('description')} />
      </div>
      <TextField label={t('tags')} hint={t('tagsHint')} optional {...form.field('tags')} />
      <TextField label={t('expiresAt')} hint={t('expiresHint')} optional type="datetime-local" {...form.field('expiresAt')} />
      <div className={css.stack}>
        <PasswordField
          label={t('password')}
          hint={hasPassword ? t('passwordSet') : t('passwordHint')}
          optional
          autoComplete="new-password"
          disabled={form.values.removePassword}
          {...form.field('password')}
        />
        {hasPassword && <Checkbox label={t('removePassword')} {...form.check('removePassword')} />}
      </div>
      <div className={css.stack}>
        <Select
          label={t('redirectType')}
          options={redirectTypes}
          value={form.values.redirectType}
          onChange={(event) => form.set('redirectType', event.target.value)}
        />
        <Checkbox label={t('forwardQuery')} {...form.check('forwardQuery')} />
      </div>
    </div>
  );
}
