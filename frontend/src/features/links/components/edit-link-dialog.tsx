import { useId } from 'react';
import { useNavigate } from 'react-router-dom';
import { hasStatus, messageOf } from '../../../api/api-error';
import type { Link } from '../../../api/types';
import { Button } from '../../../components/button/button';
import { Dialog } from '../../../components/dialog/dialog';
import { TextField } from '../../../components/field/text-field';
import { toast } from '../../../components/toast/toast';
import { useForm } from '../../../lib/form/use-form';
import { t } from '../../../messages/en/links';
import { fromLink, toUpdateBody, validateEdit } from '../link-form';
import { useUpdateLinkMutation } from '../links.api';
import css from '../links.module.css';
import { useTargetingProblems } from '../targeting/use-targeting-problems';
import { LinkFields } from './link-fields';
import { shown } from './link-row';

/** Edits one link; mounted anew for each (`key={link.id}`), so that the form starts from it. */
export function EditLinkDialog({ link, onClose }: { link: Link; onClose: () => void }) {
  const [updateLink] = useUpdateLinkMutation();
  const navigate = useNavigate();
  const formId = useId();
  const problems = useTargetingProblems();
  const form = useForm({
    initial: fromLink(link),
    draftKey: `edit-link:${link.id}`,
    secrets: ['password'],
    validate: validateEdit,
    onSubmit: async (values) => {
      await updateLink({ id: link.id, body: toUpdateBody(values, link) }).unwrap();
      toast.success(t('updated'));
      onClose();
    },
    onFailure: (error) => {
      problems.note(error);
      if (hasStatus(error, 401)) void navigate('/login');
      else toast.error(messageOf(error, t('updateFailed')));
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      title={t('editTitle')}
      description={shown(link)}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="primary" type="submit" form={formId} loading={form.submitting}>
            {form.submitting ? t('saving') : t('save')}
          </Button>
        </>
      }
    >
      <form {...form.formProps} id={formId} className={css.editForm}>
        <TextField
          label={t('destination')}
          type="url"
          inputMode="url"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          {...form.field('originalUrl')}
        />
        <LinkFields form={form} problems={problems} hasPassword={link.hasPassword} editing />
      </form>
    </Dialog>
  );
}
