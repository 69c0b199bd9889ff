import { IconDownload } from '@tabler/icons-react';
import { type RefObject, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { hasStatus, isNetworkError, messageOf } from '../../../api/api-error';
import { useGenerateQrMutation } from '../../../api/creation.api';
import type { QrCode } from '../../../api/types';
import { Banner } from '../../../components/banner/banner';
import { Button, ButtonLink } from '../../../components/button/button';
import { TextField } from '../../../components/field/text-field';
import { toast } from '../../../components/toast/toast';
import { downloadAs } from '../../../lib/download';
import { useForm } from '../../../lib/form/use-form';
import { qrImage } from '../../../lib/qr/draw-qr';
import { parseDestination } from '../../../lib/url/destination';
import { t } from '../../../messages/en/links';
import css from '../links.module.css';

interface CreateQrFormProps {
  prefill: string;
  inputRef: RefObject<HTMLInputElement | null>;
}

/** Makes a QR code of an address (which can be changed later) or of a text. */
export function CreateQrForm({ prefill, inputRef }: CreateQrFormProps) {
  const navigate = useNavigate();
  const [generate] = useGenerateQrMutation();
  const [made, setMade] = useState<QrCode>();
  const [limited, setLimited] = useState<string>();

  const form = useForm({
    initial: { content: prefill },
    draftKey: 'dashboard-qr',
    validate: ({ content }) => (content.trim() ? {} : { content: t('contentRequired') }),
    onSubmit: async ({ content }) => {
      setLimited(undefined);
      const destination = parseDestination(content);
      const code = await generate({ content: destination ?? content.trim(), type: destination ? 'url' : 'text' }).unwrap();
      setMade(code);
      form.reset({ content: '' });
      toast.success(t('generated'));
    },
    onFailure: (error) => {
      if (hasStatus(error, 401)) {
        toast.error(t('pleaseLogIn'));
        navigate('/login');
      } else if (hasStatus(error, 403)) setLimited(messageOf(error, t('planLimit')));
      else if (isNetworkError(error)) toast.error(t('noServer'));
      else toast.error(messageOf(error, t('qrFailed')));
    },
  });

  return (
    <form {...form.formProps} className={css.createForm}>
      <div className={css.createRow}>
        <TextField
          ref={inputRef}
          label={t('qrContent')}
          hideLabel
          size="lg"
          autoCapitalize="none"
          autoComplete="off"
          maxLength={2048}
          placeholder={t('qrContentPlaceholder')}
          {...form.field('content')}
          onBlur={() => undefined}
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
        </div>
      )}
    </form>
  );
}
