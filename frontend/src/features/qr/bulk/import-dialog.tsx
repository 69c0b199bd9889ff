import { useState } from 'react';
import { Link } from 'react-router-dom';
import { messageOf } from '../../../api/api-error';
import { usePlanFeature } from '../../../api/plan-features.api';
import { Banner } from '../../../components/banner/banner';
import { Button } from '../../../components/button/button';
import { Dialog } from '../../../components/dialog/dialog';
import { DropFile } from '../../../components/drop-file/drop-file';
import { toast } from '../../../components/toast/toast';
import { downloadBlob } from '../../../lib/download';
import { t } from '../../../messages/en/qr-bulk';
import { useStartQrImportMutation } from '../qr.api';
import css from './bulk.module.css';
import { ImportProgress } from './import-progress';

const MOST_BYTES = 4 * 1024 * 1024;
const EXAMPLE = [
  'content,type,name,description,template,color',
  'https://example.com/menu,url,Menu,The menu of the day,ocean,',
  'https://example.com/tickets,url,Tickets,,,#1d4ed8',
  '+1 555 010 9999,phone,Call us,,ticket,',
].join('\r\n');

/** Names a file of this content: the same one sent twice, by a shaky network or a second press, is one import. */
async function keyOf(csv: Blob): Promise<string> {
  const digest = await crypto.subtle?.digest('SHA-256', await csv.arrayBuffer()).catch(() => undefined);
  const day = new Date().toISOString().slice(0, 13);
  const bytes = digest ? [...new Uint8Array(digest).slice(0, 16)] : [...crypto.getRandomValues(new Uint8Array(16))];
  return `${day}-${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** Codes out of a CSV file: choose it, watch it, fetch what became of it. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const allowed = usePlanFeature('bulk');
  const [startImport, { isLoading }] = useStartQrImportMutation();
  const [id, setId] = useState<string>();
  const [problem, setProblem] = useState<string>();

  const take = async (file: File) => {
    const wrong = !/\.(csv|txt)$/i.test(file.name) && !/csv|plain/.test(file.type) ? t('fileType') : undefined;
    setProblem(wrong ?? (file.size > MOST_BYTES ? t('fileTooLarge') : undefined));
    if (wrong || file.size > MOST_BYTES) return;
    try {
      setId((await startImport({ csv: file, key: await keyOf(file) }).unwrap()).id);
    } catch (error) {
      setProblem(messageOf(error, t('startFailed')));
      toast.error(messageOf(error, t('startFailed')));
    }
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('importTitle')}
      description={id ? undefined : t('importText')}
      size={id ? 'lg' : 'md'}
      footer={<Button onClick={onClose}>{t('close')}</Button>}
    >
      {allowed === false ? (
        <Banner tone="info" action={<Link to="/pricing">{t('importPlans')}</Link>}>
          {t('importLocked')}
        </Banner>
      ) : id ? (
        <ImportProgress key={id} id={id} onAnother={() => setId(undefined)} />
      ) : (
        <div className={css.stack}>
          <p className={css.muted}>{t('importColumns')}</p>
          <DropFile
            label={t('choose')}
            hint={t('fileHint')}
            error={problem}
            accept=".csv,text/csv"
            busy={isLoading}
            onFile={(file) => void take(file)}
          />
          <div>
            <Button
              size="sm"
              variant="ghost"
              onClick={() => downloadBlob(new Blob([`\uFEFF${EXAMPLE}\r\n`], { type: 'text/csv;charset=utf-8' }), 'linqr-qr-example.csv')}
            >
              {t('example')}
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}
