import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { Banner } from '../../../components/banner/banner';
import { Button } from '../../../components/button/button';
import { Checkbox } from '../../../components/checkbox/checkbox';
import { CopyButton } from '../../../components/copy-button/copy-button';
import { Dialog } from '../../../components/dialog/dialog';
import { downloadBlob } from '../../../lib/download';
import { t } from '../../../messages/en/security';
import css from '../settings.module.css';

/** The ten codes, shown this once. Closes only when the person says that they are saved. */
export function RecoveryCodesDialog({ codes, email, onClose }: { codes: string[]; email: string; onClose: () => void }) {
  const [saved, setSaved] = useState(false);
  const text = codes.join('\n');
  const download = () =>
    downloadBlob(new Blob([`${t('fileTitle', { email })}\n\n${text}\n`], { type: 'text/plain;charset=utf-8' }), 'linqr-recovery-codes.txt');
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && saved && onClose()}
      title={t('codesTitle')}
      description={t('codesText')}
      footer={
        <Button variant="primary" disabled={!saved} onClick={onClose}>
          {t('done')}
        </Button>
      }
    >
      <div className={css.stack}>
        <ol className={css.codes} aria-label={t('codesTitle')}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
        <div className={css.buttons}>
          <Button icon={<IconDownload aria-hidden="true" />} onClick={download}>
            {t('download')}
          </Button>
          <CopyButton value={text} label={t('copyCodes')} withText size="md" />
        </div>
        <Banner tone="warning">{t('codesOnce')}</Banner>
        <Checkbox label={t('codesSaved')} checked={saved} onCheckedChange={setSaved} />
      </div>
    </Dialog>
  );
}
