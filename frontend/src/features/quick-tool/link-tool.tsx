import { IconExternalLink, IconLink } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { hasStatus, isNetworkError, messageOf } from '../../api/api-error';
import { useCreateLinkMutation } from '../../api/creation.api';
import { useSession } from '../../api/session/use-session';
import { Badge } from '../../components/badge/badge';
import { Banner } from '../../components/banner/banner';
import { Button, ButtonLink } from '../../components/button/button';
import { CopyButton } from '../../components/copy-button/copy-button';
import { TextField } from '../../components/field/text-field';
import { MiddleTruncate } from '../../components/middle-truncate/middle-truncate';
import { toast } from '../../components/toast/toast';
import { carryState } from '../../lib/carry/carry';
import { useForm } from '../../lib/form/use-form';
import { parseDestination } from '../../lib/url/destination';
import { t } from '../../messages/en/quick-tool';
import { demoShortUrl } from './demo';
import css from './quick-tool.module.css';

interface Result {
  shortUrl: string;
  demo: boolean;
}

/** Shortens one address. */
export function LinkTool() {
  const { isAuthenticated } = useSession();
  const navigate = useNavigate();
  const [createLink] = useCreateLinkMutation();
  const [result, setResult] = useState<Result>();
  const [limited, setLimited] = useState<string>();

  const form = useForm({
    initial: { originalUrl: '' },
    draftKey: 'quick-link',
    validate: ({ originalUrl }) => {
      if (!originalUrl.trim()) return { originalUrl: t('urlRequired') };
      return parseDestination(originalUrl) ? {} : { originalUrl: t('urlInvalid', { host: 'https://example.com' }) };
    },
    onSubmit: async ({ originalUrl }) => {
      const destination = parseDestination(originalUrl) ?? originalUrl.trim();
      setLimited(undefined);
      if (!isAuthenticated) {
        void navigate('/register', { state: carryState('link', destination) });
        return;
      }
      const link = await createLink({ originalUrl: destination }).unwrap();
      setResult({ shortUrl: link.shortUrl, demo: false });
      toast.success(t('linkOk'));
    },
    onFailure: (error) => {
      if (hasStatus(error, 401)) {
        toast.error(t('linkSignIn'));
        void navigate('/login', { state: { from: { pathname: '/', search: '', hash: '' } } });
      } else if (isNetworkError(error)) {
        setResult({ shortUrl: demoShortUrl(), demo: true });
        toast.info(t('demo'));
      } else if (hasStatus(error, 403)) {
        setLimited(messageOf(error, t('planLimit')));
      } else if (!hasStatus(error, 400) && !hasStatus(error, 422)) {
        toast.error(t('linkFailed'));
      } else {
        toast.error(messageOf(error, t('linkFailed')));
      }
    },
  });

  if (result) {
    return (
      <div className={css.result} role="status">
        <div className={css.resultText}>
          <p className={css.resultLabel}>
            {t('yourLink')} {result.demo && <Badge tone="warning">{t('demoBadge')}</Badge>}
          </p>
          <p className={css.shortUrl}>
            <MiddleTruncate text={result.shortUrl} />
          </p>
        </div>
        <div className={css.resultActions}>
          <CopyButton withText size="md" variant="primary" value={result.shortUrl} label={t('copyLink')} />
          {!result.demo && (
            <a className={css.open} href={result.shortUrl} target="_blank" rel="noreferrer">
              <IconExternalLink aria-hidden="true" />
              {t('open')}
            </a>
          )}
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
    );
  }

  return (
    <form {...form.formProps} className={css.form}>
      <TextField
        label={t('urlLabel')}
        hideLabel
        size="lg"
        type="url"
        inputMode="url"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        placeholder={t('urlPlaceholder')}
        prefix={<IconLink aria-hidden="true" />}
        {...form.field('originalUrl')}
        onBlur={() => undefined}
      />
      <Button type="submit" variant="primary" size="lg" loading={form.submitting}>
        {t('shorten')}
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
