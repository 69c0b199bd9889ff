import { IconDownload, IconQrcode } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { hasStatus, isNetworkError, messageOf } from '../../api/api-error';
import { useGenerateQrMutation } from '../../api/creation.api';
import { useSession } from '../../api/session/use-session';
import { Badge } from '../../components/badge/badge';
import { Banner } from '../../components/banner/banner';
import { Button, ButtonLink } from '../../components/button/button';
import { TextField } from '../../components/field/text-field';
import { toast } from '../../components/toast/toast';
import { carryState } from '../../lib/carry/carry';
import { downloadAs } from '../../lib/download';
import { useForm } from '../../lib/form/use-form';
import { drawQr, qrImage } from '../../lib/qr/draw-qr';
import { parseDestination } from '../../lib/url/destination';
import { t } from '../../messages/en/quick-tool';
import css from './quick-tool.module.css';

interface Result {
  image: string;
  demo: boolean;
}

/** Makes one QR code, of an address or of any text. */
export function QrTool() {
  const { isAuthenticated } = useSession();
  const navigate = useNavigate();
  const [generate] = useGenerateQrMutation();
  const [result, setResult] = useState<Result>();
  const [limited, setLimited] = useState<string>();

  const showDemo = async (content: string) => {
    try {
      setResult({ image: await drawQr(parseDestination(content) ?? content), demo: true });
      toast.info(t('demo'));
    } catch {
      toast.error(t('qrFailed')); // too long for a QR code
    }
  };

  const form = useForm({
    initial: { content: '' },
    draftKey: 'quick-qr',
    validate: ({ content }) => (content.trim() ? {} : { content: t('contentRequired') }),
    onSubmit: async ({ content }) => {
      const text = content.trim();
      setLimited(undefined);
      if (!isAuthenticated) {
        void navigate('/register', { state: carryState('qr', text) });
        return;
      }
      const destination = parseDestination(text);
      const code = await generate({ content: destination ?? text, type: destination ? 'url' : 'text' }).unwrap();
      setResult({ image: qrImage(code.qrCode), demo: false });
      toast.success(t('qrOk'));
    },
    onFailure: async (error) => {
      if (hasStatus(error, 401)) {
        toast.error(t('qrSignIn'));
        void navigate('/register', { state: carryState('qr', form.values.content.trim()) });
      } else if (isNetworkError(error)) {
        await showDemo(form.values.content.trim());
      } else if (hasStatus(error, 403)) {
        setLimited(messageOf(error, t('planLimit')));
      } else if (hasStatus(error, 501) || hasStatus(error, 400)) {
        toast.error(messageOf(error, t('qrFailed')));
      } else {
        toast.error(t('qrFailed'));
      }
    },
  });

  if (result) {
    const extension = result.demo ? 'svg' : 'png';
    return (
      <div className={css.result} role="status">
        <img className={css.qr} src={result.image} alt={t('yourQr')} width={148} height={148} />
        <div className={css.resultText}>
          <p className={css.resultLabel}>
            {t('yourQr')} {result.demo && <Badge tone="warning">{t('demoBadge')}</Badge>}
          </p>
          <div className={css.resultActions}>
            <Button
              variant="primary"
              icon={<IconDownload aria-hidden="true" />}
              onClick={() => {
                downloadAs(result.image, `linqr-qr.${extension}`);
                toast.success(t('qrDownloaded'));
              }}
            >
              {result.demo ? t('downloadSvg') : t('download')}
            </Button>
            <Button
              variant="ghost"
              onClick={() => {
                setResult(undefined);
                form.reset();
              }}
            >
              {t('again')}
            </Button>
          </div>
        </div>
      </div>
    );
  }

  return (
    <form {...form.formProps} className={css.form}>
      <TextField
        label={t('contentLabel')}
        hideLabel
        size="lg"
        autoCapitalize="none"
        autoComplete="off"
        maxLength={2048}
        placeholder={t('contentPlaceholder')}
        prefix={<IconQrcode aria-hidden="true" />}
        {...form.field('content')}
        onBlur={() => undefined}
      />
      <Button type="submit" variant="primary" size="lg" loading={form.submitting}>
        {t('generate')}
      </Button>
      {limited && (
        <div className={css.wide}>
          <Banner
            tone="warning"
            action={
              <ButtonLink size="sm" to="/pricing">
                {t('seePlans')}
              </ButtonLink>
            }
          >
            {limited}
          </Banner>
        </div>
      )}
    </form>
  );
}
