import { useId, useMemo } from 'react';
import { messageOf } from '../../../api/api-error';
import type { QrCode, QrType } from '../../../api/types';
import { Button } from '../../../components/button/button';
import { Dialog } from '../../../components/dialog/dialog';
import { TextArea, TextField } from '../../../components/field/text-field';
import { QrContentFields } from '../../../components/qr-content/qr-content-fields';
import { Select } from '../../../components/select/select';
import { toast } from '../../../components/toast/toast';
import { useForm } from '../../../lib/form/use-form';
import { contentProblem, payloadOf, QR_TYPES } from '../../../lib/qr/content';
import { parseDestination } from '../../../lib/url/destination';
import { useDebounced } from '../../../lib/use-debounced';
import { t } from '../../../messages/en/qr';
import { designOf } from '../design';
import { useQrCodeQuery, useUpdateQrMutation } from '../qr.api';
import css from '../qr.module.css';
import { QrPicture } from '../qr-picture';
import { contentOf, titleOf, typeName } from '../qr-text';
import { ShortLinkPart } from './short-link-part';

/** Following every key would redraw a large symbol too often. */
const REDRAW_AFTER_MS = 120;

function Preview({ code, type, content, encodes }: { code: QrCode; type: QrType; content: string; encodes: string }) {
  const settled = useDebounced(content, REDRAW_AFTER_MS);
  const { design } = useMemo(() => designOf(code.customization), [code]);
  const address = (encodes === 'shortUrl' && code.shortUrl) || code.qrUrl;
  const payload = settled.trim() ? payloadOf(type, settled, address) : undefined;
  const shown = address.replace(/^https?:\/\//, '');
  return (
    <figure className={css.preview}>
      {payload ? (
        <QrPicture payload={payload} design={design} alt={t('preview')} size={176} />
      ) : (
        <div className={css.noPreview}>{t('previewNone')}</div>
      )}
      <figcaption>
        {type !== 'url' ? t('previewNew') : address === code.qrUrl ? t('previewUrl', { url: shown }) : t('previewShort', { url: shown })}
      </figcaption>
    </figure>
  );
}

/** Edits what a code says and what it is called; mounted anew for each (`key={code.id}`). */
export function EditQrDialog({ code: listed, onClose }: { code: QrCode; onClose: () => void }) {
  // A list's designs come without their logos; and a short link that was just made is on the code alone.
  const { data: code = listed } = useQrCodeQuery(listed.id);
  const [updateQr] = useUpdateQrMutation();
  const formId = useId();
  const form = useForm({
    initial: {
      content: contentOf(listed),
      type: listed.type as string,
      name: listed.title,
      description: listed.metadata.description,
      encodes: listed.encodes as string,
    },
    draftKey: `edit-qr:${listed.id}`,
    validate: ({ content, type }) => {
      if (!content.trim()) return { content: t('contentRequired') };
      const problem = contentProblem(type as QrType, content, t('urlInvalid'));
      return problem ? { content: problem } : {};
    },
    onSubmit: async ({ content, type, name, description, encodes }) => {
      const sent = (type === 'url' && parseDestination(content)) || content.trim();
      await updateQr({
        id: code.id,
        body: {
          content: sent,
          type: type as QrType,
          name: name.trim(),
          description: description.trim(),
          ...(code.shortUrl ? { encodes: encodes as QrCode['encodes'] } : {}),
        },
      }).unwrap();
      toast.success(t('updated'));
      onClose();
    },
    onFailure: (error) => toast.error(messageOf(error, t('updateFailed'))),
  });
  const type = form.values.type as QrType;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      title={t('editTitle')}
      description={titleOf(code)}
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
        <div className={css.editFields}>
          <Select
            label={t('type')}
            options={QR_TYPES.map((value) => ({ value, label: typeName(value) }))}
            value={type}
            disabled={code.shortUrl !== null}
            hint={code.shortUrl === null ? undefined : t('typeFixed')}
            onChange={(event) => {
              form.set('type', event.target.value);
              // Back to the type it had: back to what it said. Another type starts empty.
              form.set('content', event.target.value === code.type ? contentOf(code) : '');
            }}
          />
          <QrContentFields
            key={type}
            type={type}
            value={form.values.content}
            error={form.errors.content}
            onChange={(content) => form.set('content', content)}
            onBlur={form.field('content').onBlur}
          />
          {type === 'url' && code.type === 'url' && (
            <ShortLinkPart
              code={code}
              encodes={form.values.encodes as QrCode['encodes']}
              onEncodes={(encodes) => form.set('encodes', encodes)}
            />
          )}
          <TextField label={t('name')} optional maxLength={200} {...form.field('name')} />
          <TextArea label={t('description')} optional rows={2} maxLength={1000} {...form.field('description')} />
        </div>
        <Preview code={code} type={type} content={form.values.content} encodes={form.values.encodes} />
      </form>
    </Dialog>
  );
}
