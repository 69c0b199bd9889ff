import { usePlanFeature } from '../../../api/plan-features.api';
import { Checkbox } from '../../../components/checkbox/checkbox';
import { PasswordField } from '../../../components/field/password-field';
import { TextArea, TextField } from '../../../components/field/text-field';
import { Select } from '../../../components/select/select';
import type { useForm } from '../../../lib/form/use-form';
import { t } from '../../../messages/en/links';
import { t as bulk } from '../../../messages/en/links-bulk';
import type { LinkFormValues } from '../link-form';
import css from '../links.module.css';
import { TargetingSection } from '../targeting/targeting-section';
import type { TargetingProblems } from '../targeting/use-targeting-problems';

type LinkForm = ReturnType<typeof useForm<LinkFormValues>>;

const redirectTypes = [
  { value: '302', label: t('redirect302') },
  { value: '301', label: t('redirect301') },
  { value: '307', label: t('redirect307') },
  { value: '308', label: t('redirect308') },
];

/** Whose plan has the feature is not told that it costs something. */
const paidHint = (allowed: boolean | undefined, hint: string): string => (allowed === false ? t('needsStarter', { hint }) : hint);

interface LinkFieldsProps {
  form: LinkForm;
  /** Of rules and variants. */
  problems: TargetingProblems;
  hasPassword?: boolean;
  editing?: boolean;
  /** Hosts to choose from besides the installation's own. */
  domains?: readonly string[];
}

/** Everything about a link but its destination; used to create and to edit. */
export function LinkFields({ form, problems, hasPassword = false, editing = false, domains = [] }: LinkFieldsProps) {
  const mayProtect = usePlanFeature('password');
  const mayExpire = usePlanFeature('expiration');
  return (
    <div className={css.fields}>
      {domains.length > 0 && (
        <div className={css.wideField}>
          <Select
            label={bulk('domain')}
            options={[{ value: '', label: bulk('defaultDomain') }, ...domains.map((host) => ({ value: host, label: host }))]}
            value={form.values.domain}
            onChange={(event) => form.set('domain', event.target.value)}
          />
        </div>
      )}
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
      <TextField
        label={t('expiresAt')}
        hint={paidHint(mayExpire, t('expiresHint'))}
        optional
        type="datetime-local"
        {...form.field('expiresAt')}
      />
      <div className={css.stack}>
        <PasswordField
          label={t('password')}
          hint={hasPassword ? t('passwordSet') : paidHint(mayProtect, t('passwordHint'))}
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
      <TextField
        label={t('maxClicks')}
        hint={paidHint(mayExpire, t('maxClicksHint'))}
        optional
        inputMode="numeric"
        autoComplete="off"
        maxLength={12}
        {...form.field('maxClicks')}
      />
      <TargetingSection
        value={form.values.targeting}
        destination={form.values.originalUrl}
        problems={problems.found}
        onChange={(value) => {
          form.set('targeting', value);
          problems.clear();
        }}
      />
    </div>
  );
}
