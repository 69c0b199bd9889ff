import { IconLink } from '@tabler/icons-react';
import { useState } from 'react';
import { isApiError, messageOf } from '../../../api/api-error';
import type { QrCode } from '../../../api/types';
import { Button } from '../../../components/button/button';
import { CopyButton } from '../../../components/copy-button/copy-button';
import { TextField } from '../../../components/field/text-field';
import { SegmentedControl } from '../../../components/segmented-control/segmented-control';
import { toast } from '../../../components/toast/toast';
import { t } from '../../../messages/en/qr';
import { useAddShortLinkMutation } from '../qr.api';
import css from '../qr.module.css';

interface ShortLinkPartProps {
  code: QrCode;
  encodes: QrCode['encodes'];
  onEncodes: (encodes: QrCode['encodes']) => void;
}

/** A website's short link: made once, then shown with what the picture encodes. Not part of what the form saves. */
export function ShortLinkPart({ code, encodes, onEncodes }: ShortLinkPartProps) {
  const [addShortLink, { isLoading }] = useAddShortLinkMutation();
  const [alias, setAlias] = useState('');
  const [problem, setProblem] = useState<string>();

  const add = async () => {
    setProblem(undefined);
    try {
      await addShortLink({ id: code.id, customAlias: alias.trim() }).unwrap();
      toast.success(t('shortLinkAdded'));
    } catch (error) {
      const about = isApiError(error) ? error.details.find(({ field }) => field === 'customAlias') : undefined;
      setProblem(about?.message);
      toast.error(messageOf(error, t('shortLinkFailed')));
    }
  };

  if (code.shortUrl) {
    return (
      <fieldset className={css.shortLink}>
        <legend>{t('shortLink')}</legend>
        <div className={css.shortLinkRow}>
          <a href={code.shortUrl} target="_blank" rel="noreferrer">
            {code.shortUrl.replace(/^https?:\/\//, '')}
          </a>
          <CopyButton value={code.shortUrl} label={t('shortLinkCopy')} withText />
        </div>
        {code.shortId && <p className={css.faint}>{t('shortId', { id: code.shortId })}</p>}
        <p className={css.caption} aria-hidden="true">
          {t('encodes')}
        </p>
        <SegmentedControl
          label={t('encodes')}
          size="sm"
          value={encodes}
          options={[
            { value: 'qrUrl', label: t('encodesQr') },
            { value: 'shortUrl', label: t('encodesShort') },
          ]}
          onChange={onEncodes}
        />
        <p className={css.faint}>{t('encodesHint')}</p>
      </fieldset>
    );
  }
  return (
    <fieldset className={css.shortLink}>
      <legend>{t('shortLink')}</legend>
      <p className={css.faint}>{t('shortLinkHint')}</p>
      <TextField
        label={t('shortLinkAlias')}
        hint={t('shortLinkAliasHint')}
        optional
        maxLength={50}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        error={problem}
        value={alias}
        onChange={(event) => setAlias(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // The form around it saves the code; this line is about its link.
          event.preventDefault();
          void add();
        }}
      />
      <div>
        <Button icon={<IconLink aria-hidden="true" />} loading={isLoading} onClick={() => void add()}>
          {t('shortLinkAdd')}
        </Button>
      </div>
    </fieldset>
  );
}
