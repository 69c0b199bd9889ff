import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../../../components/button/button';
import { DropFile } from '../../../components/drop-file/drop-file';
import { RangeField } from '../../../components/range-field/range-field';
import { t } from '../../../messages/en/qr-designer';
import css from './designer.module.css';
import { LOGO_ACCEPT, logoProblem, readLogo } from './logo-file';
import type { Designer } from './use-designer';

/** A picture in the middle of the code. */
export function LogoSection({ designer: { design, change } }: { designer: Designer }) {
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  const take = async (file: File) => {
    const wrong = logoProblem(file);
    setProblem(wrong);
    if (wrong) return;
    setBusy(true);
    try {
      change({ logo: await readLogo(file) });
    } catch (error) {
      setProblem(error instanceof Error ? error.message : t('logoUnreadable'));
    } finally {
      setBusy(false);
    }
  };

  return (
    <fieldset className={css.stack}>
      <legend className={css.legend}>{t('logo')}</legend>
      {design.logo ? (
        <>
          <div className={css.logoRow}>
            <img className={css.logo} src={design.logo} alt={t('logoOf')} width={56} height={56} />
            <Button icon={<IconTrash aria-hidden="true" />} onClick={() => change({ logo: null })}>
              {t('logoRemove')}
            </Button>
          </div>
          <RangeField
            label={t('logoSize')}
            min={5}
            max={40}
            value={design.logoSize}
            text={t('percent', { count: design.logoSize })}
            onChange={(logoSize) => change({ logoSize })}
          />
        </>
      ) : (
        <DropFile
          label={t('logoUpload')}
          hint={t('logoHint')}
          error={problem}
          accept={LOGO_ACCEPT}
          busy={busy}
          onFile={(file) => void take(file)}
        />
      )}
    </fieldset>
  );
}
