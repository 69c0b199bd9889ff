import { IconChevronDown, IconChevronUp, IconExternalLink } from '@tabler/icons-react';
import { type RefObject, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { hasStatus, isApiError, isNetworkError, messageOf } from '../../../api/api-error';
import { useCreateLinkMutation } from '../../../api/creation.api';
import { useLinkDomains } from '../../../api/domains.api';
import type { Link } from '../../../api/types';
import { Banner } from '../../../components/banner/banner';
import { Button, ButtonLink } from '../../../components/button/button';
import { CopyButton } from '../../../components/copy-button/copy-button';
import { TextField } from '../../../components/field/text-field';
import { MiddleTruncate } from '../../../components/middle-truncate/middle-truncate';
import { toast } from '../../../components/toast/toast';
import { useForm } from '../../../lib/form/use-form';
import { t } from '../../../messages/en/links';
import { emptyLink, toCreateBody, validateCreate } from '../link-form';
import css from '../links.module.css';
import { useTargetingProblems } from '../targeting/use-targeting-problems';
import { LinkFields } from './link-fields';

interface CreateLinkFormProps {
  prefill: string;
  inputRef: RefObject<HTMLInputElement | null>;
}

/** Makes a short link; the result stays in sight until the next one. */
export function CreateLinkForm({ prefill, inputRef }: CreateLinkFormProps) {
  const navigate = useNavigate();
  const [createLink] = useCreateLinkMutation();
  const [more, setMore] = useState(false);
  const [made, setMade] = useState<Link>();
  const [limited, setLimited] = useState<string>();
  const problems = useTargetingProblems();
  const domains = useLinkDomains();

  const form = useForm({
    initial: { ...emptyLink, originalUrl: prefill },
    draftKey: 'dashboard-link',
    secrets: ['password'],
    validate: validateCreate,
    onInvalid: (wrong) => {
      if (Object.keys(wrong).some((name) => name !== 'originalUrl')) setMore(true);
    },
    onSubmit: async (values) => {
      setLimited(undefined);
      const link = await createLink(toCreateBody(values)).unwrap();
      problems.clear();
      setMade(link);
      setMore(false);
      form.reset(emptyLink);
      toast.success(t('shortened'));
    },
    onFailure: (error) => {
      problems.note(error);
      // A field that the server refuses must be in sight.
      if (isApiError(error) && error.details.some(({ field }) => field !== 'originalUrl')) setMore(true);
      if (hasStatus(error, 401)) {
        toast.error(t('pleaseLogIn'));
        void navigate('/login');
      } else if (hasStatus(error, 403)) setLimited(messageOf(error, t('planLimit')));
      else if (isNetworkError(error)) toast.error(t('noServer'));
      else toast.error(messageOf(error, t('shortenFailed')));
    },
  });

  return (
    <form {...form.formProps} className={css.createForm}>
      <div className={css.createRow}>
        <TextField
          ref={inputRef}
          label={t('destination')}
          hideLabel
          size="lg"
          type="url"
          inputMode="url"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          placeholder={t('destinationPlaceholder')}
          {...form.field('originalUrl')}
          onBlur={() => undefined}
        />
        <Button type="submit" variant="primary" size="lg" loading={form.submitting}>
          {t('shorten')}
        </Button>
      </div>
      <div>
        <Button
          variant="ghost"
          size="sm"
          aria-expanded={more}
          iconEnd={more ? <IconChevronUp aria-hidden="true" /> : <IconChevronDown aria-hidden="true" />}
          onClick={() => setMore(!more)}
        >
          {more ? t('fewerOptions') : t('moreOptions')}
        </Button>
      </div>
      {more && <LinkFields form={form} problems={problems} domains={domains} />}
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
          <span className={css.madeLabel}>{t('created')}</span>
          <span className={css.madeUrl}>
            <MiddleTruncate text={made.shortUrl} />
          </span>
          <CopyButton withText variant="primary" value={made.shortUrl} label={t('copyLink')} />
          <a className={css.iconLink} href={made.shortUrl} target="_blank" rel="noreferrer" aria-label={t('openLink')}>
            <IconExternalLink aria-hidden="true" />
          </a>
        </div>
      )}
    </form>
  );
}
