import { useState } from 'react';
import { messageOf } from '../../../api/api-error';
import { usePlanFeature } from '../../../api/plan-features.api';
import { Banner } from '../../../components/banner/banner';
import { ButtonLink } from '../../../components/button/button';
import { Dialog } from '../../../components/dialog/dialog';
import { t } from '../../../messages/en/links-import';
import { ChooseFile } from './choose-file';
import { ColumnsStep } from './columns-step';
import { ImportProgress } from './import-progress';
import { type ImportPreview, usePreviewImportMutation } from './imports.api';

const MAX_BYTES = 5 * 1024 * 1024;
/** What the server reads for a preview. */
const BEGINNING_BYTES = 256 * 1024;

export interface ChosenFile {
  file: File;
  preview: ImportPreview;
  /** The same for every try to import this choice: two presses are one import. */
  key: string;
}

const newKey = (): string => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Links out of a CSV file: choose it, say what its columns are, watch, and read what became of each row. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const allowed = usePlanFeature('bulk');
  const [previewImport, { isLoading }] = usePreviewImportMutation();
  const [chosen, setChosen] = useState<ChosenFile>();
  const [importId, setImportId] = useState<string>();
  const [problem, setProblem] = useState<string>();

  const choose = async (file: File) => {
    setProblem(undefined);
    if (file.size > MAX_BYTES) return setProblem(t('tooLarge'));
    if (/\.(xlsx?|ods|numbers|pdf|zip)$/i.test(file.name)) return setProblem(t('notCsv'));
    try {
      const beginning = file.size > BEGINNING_BYTES;
      const preview = await previewImport({ content: file.slice(0, BEGINNING_BYTES, 'text/csv'), beginning }).unwrap();
      setChosen({ file, preview, key: newKey() });
    } catch (error) {
      setProblem(messageOf(error, t('previewFailed')));
    }
  };

  const reset = () => {
    setImportId(undefined);
    setChosen(undefined);
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size={chosen || importId ? 'lg' : 'md'}
      title={t('title')}
      description={chosen || importId ? undefined : t('text')}
    >
      {allowed === false ? (
        <Banner
          tone="info"
          action={
            <ButtonLink size="sm" to="/pricing">
              {t('plans')}
            </ButtonLink>
          }
        >
          {t('locked')}
        </Banner>
      ) : importId ? (
        <ImportProgress key={importId} id={importId} onAnother={reset} onClose={onClose} />
      ) : chosen ? (
        <ColumnsStep key={chosen.key} chosen={chosen} onBack={reset} onStarted={setImportId} />
      ) : (
        <ChooseFile busy={isLoading} problem={problem} onFile={(file) => void choose(file)} onShow={setImportId} />
      )}
    </Dialog>
  );
}
