import { IconDownload, IconPalette } from '@tabler/icons-react';
import { type RefObject, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { hasStatus, isNetworkError, messageOf } from '../../../api/api-error';
import { useGenerateQrMutation } from '../../../api/creation.api';
import type { QrCode } from '../../../api/types';
import { Banner } from '../../../components/banner/banner';
import { Button, ButtonLink } from '../../../components/button/button';
import { QrContentFields } from '../../../components/qr-content/qr-content-fields';
import { SegmentedControl } from '../../../components/segmented-control/segmented-control';
import { toast } from '../../../components/toast/toast';
import { downloadAs } from '../../../lib/download';
import { useForm } from '../../../lib/form/use-form';
import { contentProblem, QR_TYPES, type QrType } from '../../../lib/qr/content';
import { qrImage } from '../../../lib/qr/draw-qr';
import { parseDestination } from '../../../lib/url/destination';
import { t } from '../../../messages/en/links';
import { t as words } from '../../../messages/en/qr-content';
import css from '../links.module.css';

interface CreateQrFormProps {
  prefill: string;
  inputRef: RefObject<HTMLInputElement | null>;
}

/** As long as nobody picks a type: an address is one (and can be changed later), anything else a text. */
const guess = (content: string): QrType => (content.trim() === '' || parseDestination(content) ? 'url' : 'text');

/** Makes a QR code of an address, a text, or something a phone acts on. */
export function CreateQrForm({ prefill, inputRef }: CreateQrFormProps) {
  const navigate = useNavigate();
  const [generate] = useGenerateQrMutation();
  const [made, setMade] = useState<QrCode>();
  const [limited, setLimited] = useState<string>();

  const form = useForm({
    initial: { content: prefill, picked: '' },
    draftKey: 'dashboard-qr',
    validate: ({ content, picked }) => {
      if (!content.trim()) return { content: t('contentRequired') };
      const problem = contentProblem((picked as QrType) || guess(content), content, t('destinationInvalid'));
      return problem ? { content: problem } : {};
    },
    onSubmit: async ({ content, picked }) => {
      setLimited(undefined);
      const type = (picked as QrType) || guess(content);
      const code = await generate({ content: (type === 'url' && parseDestination(content)) || content.trim(), type }).unwrap();
      setMade(code);
      form.reset({ content: '', picked });
      toast.success(t('generated'));
    },
    onFailure: (error) => {
      if (hasStatus(error, 401)) {
        toast.error(t('pleaseLogInQr'));
        void navigate('/login');
      } else if (hasStatus(error, 403)) setLimited(messageOf(error, t('planLimit')));
      else if (isNetworkError(error)) toast.error(t('noServer'));
      else toast.error(messageOf(error, t('qrFailed')));
    },
  });

  const type = (form.values.picked as QrType) || guess(form.values.content);
  return (
    <form {...form.formProps} className={css.createForm}>
      <div className={css.types}>
        <SegmentedControl
          size="sm"
          label={words('type')}
          value={type}
          options={QR_TYPES.map((value) => ({ value, label: words(value) }))}
          onChange={(next) => {
            // An address typed as an e-mail is not one: only between the two plain types does the content stay.
            if (!['url', 'text'].includes(type) || !['url', 'text'].includes(next)) form.set('content', '');
            form.set('picked', next);
          }}
        />
      </div>
      <div className={css.createRow} data-stacked={['email', 'sms', 'wifi'].includes(type) || undefined}>
        <QrContentFields
          key={type === 'text' ? 'url' : type}
          compact
          type={type}
          inputRef={inputRef}
          value={form.values.content}
          error={form.errors.content}
          onChange={(content) => form.set('content', content)}
        />
        <Button type="submit" variant="primary" size="lg" loading={form.submitting}>
          {t('generate')}
        </Button>
      </div>
      {limited && (
        <Banner
          tone="warning"
          action={
            <ButtonLink size="sm" to="/pricing">
              {t('upgrade')}
            </ButtonLink>
          }
        >
          {limited}
        </Banner>
      )}
      {made && (
        <div className={css.made} role="status">
          <img className={css.madeQr} src={qrImage(made.qrCode)} alt={t('createdQr')} width={96} height={96} />
          <span className={css.madeUrl}>{t('createdQr')}</span>
          <Button
            variant="primary"
            icon={<IconDownload aria-hidden="true" />}
            onClick={() => {
              downloadAs(qrImage(made.qrCode), `linqr-${made.id}.png`);
              toast.success(t('downloaded'));
            }}
          >
            {t('downloadPng')}
          </Button>
          <ButtonLink to={`/qr-customize/${made.id}`} icon={<IconPalette aria-hidden="true" />}>
            {t('customizeQr')}
          </ButtonLink>
        </div>
      )}
    </form>
  );
}
