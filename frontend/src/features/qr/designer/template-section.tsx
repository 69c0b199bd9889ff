import { type QrDesign, toCustomization } from '@linqr/qr-render';
import { IconTemplate, IconTrash } from '@tabler/icons-react';
import { useId, useMemo, useState } from 'react';
import { messageOf } from '../../../api/api-error';
import { Button } from '../../../components/button/button';
import { ConfirmDialog } from '../../../components/dialog/confirm-dialog';
import { Dialog } from '../../../components/dialog/dialog';
import { TextField } from '../../../components/field/text-field';
import { IconButton } from '../../../components/icon-button/icon-button';
import { PicturePicker } from '../../../components/picture-picker/picture-picker';
import { LoadingRegion, Skeleton } from '../../../components/skeleton/skeleton';
import { toast } from '../../../components/toast/toast';
import { useForm } from '../../../lib/form/use-form';
import { t } from '../../../messages/en/qr-designer';
import { designOf } from '../design';
import { type OwnTemplate, useDeleteQrTemplateMutation, useQrTemplatesQuery, useSaveQrTemplateMutation } from '../qr.api';
import css from './designer.module.css';
import { designPicture } from './pictures';
import type { Designer } from './use-designer';

/** Alike to the eye; a look of ours says nothing about the logo, one's own does. */
function sameLook(a: QrDesign, b: QrDesign, withLogo: boolean): boolean {
  const look = ({ showBranding: _branding, logo, logoSize, ...rest }: QrDesign) =>
    JSON.stringify(withLogo ? { ...rest, logo, logoSize } : rest);
  return look(a) === look(b);
}

function SaveDialog({ designer, onClose }: { designer: Designer; onClose: () => void }) {
  const [saveTemplate] = useSaveQrTemplateMutation();
  const formId = useId();
  const form = useForm({
    initial: { name: '' },
    validate: ({ name }) => (name.trim() ? {} : { name: t('templateName') }),
    onSubmit: async ({ name }) => {
      const customization = toCustomization({ design: designer.design, size: designer.savedSize });
      await saveTemplate({ name: name.trim(), customization }).unwrap();
      toast.success(t('templateSaved'));
      onClose();
    },
    onFailure: (error) => toast.error(messageOf(error, t('templateFailed'))),
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="sm"
      title={t('saveTemplate')}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="primary" type="submit" form={formId} loading={form.submitting}>
            {t('templateSave')}
          </Button>
        </>
      }
    >
      <form {...form.formProps} id={formId}>
        <TextField label={t('templateName')} maxLength={100} autoComplete="off" {...form.field('name')} />
      </form>
    </Dialog>
  );
}

function DeleteDialog({ template, onClose }: { template: OwnTemplate; onClose: () => void }) {
  const [deleteTemplate, { isLoading }] = useDeleteQrTemplateMutation();
  const confirm = async () => {
    try {
      await deleteTemplate(template.id).unwrap();
      toast.success(t('templateDeleted'));
      onClose();
    } catch (error) {
      toast.error(messageOf(error, t('templateFailed')));
    }
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('templateDeleteTitle', { name: template.name })}
      text={t('templateDeleteText')}
      confirmLabel={t('templateDelete', { name: template.name })}
      busy={isLoading}
      onConfirm={() => void confirm()}
    />
  );
}

/** Looks to start from: ours, and those the workspace keeps. */
export function TemplateSection({ designer }: { designer: Designer }) {
  const { data, isError } = useQrTemplatesQuery();
  const [saving, setSaving] = useState(false);
  const [deleting, setDeleting] = useState<OwnTemplate>();
  const presets = useMemo(
    () =>
      data?.presets.map(({ key, name, customization }) => {
        const { design } = designOf(customization);
        return { value: key, label: name, design, picture: designPicture(design) };
      }),
    [data],
  );
  const own = useMemo(
    () =>
      data?.own.map((template) => {
        const { design } = designOf(template.customization);
        return { value: template.id, label: template.name, template, design, picture: designPicture(design, design.logo) };
      }) ?? [],
    [data],
  );
  if (!presets) {
    if (isError) return null;
    return (
      <LoadingRegion>
        <div className={css.templatesWaiting}>
          <Skeleton width="9rem" />
        </div>
      </LoadingRegion>
    );
  }
  const chosenOwn = own.find(({ design }) => sameLook(design, designer.design, true));
  return (
    <div className={css.stack}>
      <PicturePicker
        label={t('templates')}
        value={presets.find(({ design }) => sameLook(design, designer.design, false))?.value}
        options={presets}
        onChange={(key) => {
          const chosen = presets.find(({ value }) => value === key);
          if (chosen) designer.apply(chosen.design);
        }}
      />
      {own.length > 0 && (
        <PicturePicker
          label={t('own')}
          value={chosenOwn?.value}
          options={own}
          onChange={(id) => {
            const chosen = own.find(({ value }) => value === id);
            if (chosen) designer.apply(chosen.design, true);
          }}
        />
      )}
      <div className={css.templateRow}>
        <Button size="sm" icon={<IconTemplate aria-hidden="true" />} disabled={!designer.ok} onClick={() => setSaving(true)}>
          {t('saveTemplate')}
        </Button>
        {chosenOwn ? (
          <IconButton
            label={t('templateDelete', { name: chosenOwn.label })}
            icon={<IconTrash aria-hidden="true" />}
            onClick={() => setDeleting(chosenOwn.template)}
          />
        ) : (
          own.length === 0 && <span className={css.note}>{t('ownNone')}</span>
        )}
      </div>
      {saving && <SaveDialog designer={designer} onClose={() => setSaving(false)} />}
      {deleting && <DeleteDialog template={deleting} onClose={() => setDeleting(undefined)} />}
    </div>
  );
}
