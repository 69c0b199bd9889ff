import { IconDownload, IconPhoto, IconTable } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../../../components/button/button';
import { Dialog } from '../../../components/dialog/dialog';
import { TextField } from '../../../components/field/text-field';
import { SegmentedControl } from '../../../components/segmented-control/segmented-control';
import { Select } from '../../../components/select/select';
import { t } from '../../../messages/en/qr-bulk';
import type { QrCodesQuery } from '../qr.api';
import css from './bulk.module.css';
import { useBigDownload } from './use-big-download';

type Image = 'png' | 'svg' | 'pdf' | 'jpeg' | 'webp';
const IMAGES: { value: Image; label: string }[] = [
  { value: 'png', label: 'PNG' },
  { value: 'svg', label: 'SVG' },
  { value: 'pdf', label: 'PDF' },
  { value: 'jpeg', label: 'JPEG' },
  { value: 'webp', label: 'WebP' },
];
const MOST = 1_000;

interface ExportDialogProps {
  query: QrCodesQuery;
  /** Only these; empty: all that the query shows. */
  ids: readonly string[];
  count: number;
  onClose: () => void;
}

/** The list, or what was chosen of it, as a ZIP of images or a table. */
export function ExportDialog({ query, ids, count, onClose }: ExportDialogProps) {
  const [what, setWhat] = useState<'zip' | 'csv'>('zip');
  const [image, setImage] = useState<Image>('png');
  const [side, setSide] = useState('600');
  const { save, busy } = useBigDownload();
  const vector = image === 'svg' || image === 'pdf';
  const sideValid = /^\d{2,4}$/.test(side.trim()) && Number(side) >= 64 && Number(side) <= 4096;
  const tooMany = what === 'zip' && count > MOST;

  const run = async () => {
    const { page: _page, limit: _limit, ...filters } = query;
    const params = {
      ...(ids.length > 0 ? { ids: ids.join(',') } : filters),
      format: what,
      ...(what === 'zip' ? { image, size: vector ? undefined : Number(side) } : {}),
    };
    const done = await save({ url: '/qrcodes/export', params }, `linqr-qr-codes.${what}`, {
      done: t('exported'),
      failed: t('exportFailed'),
    });
    if (done) onClose();
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('exportTitle')}
      description={ids.length > 0 ? t('exportChosen', { count }) : t('exportFiltered', { count })}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            variant="primary"
            icon={<IconDownload aria-hidden="true" />}
            loading={busy}
            disabled={tooMany || (what === 'zip' && !vector && !sideValid)}
            onClick={() => void run()}
          >
            {busy ? t('preparing') : t('download')}
          </Button>
        </>
      }
    >
      <div className={css.stack}>
        <SegmentedControl
          label={t('what')}
          value={what}
          fullWidth
          options={[
            { value: 'zip', label: t('images'), icon: <IconPhoto aria-hidden="true" /> },
            { value: 'csv', label: t('table'), icon: <IconTable aria-hidden="true" /> },
          ]}
          onChange={setWhat}
        />
        <p className={css.muted}>{what === 'zip' ? (tooMany ? t('tooMany') : t('imagesHint')) : t('tableHint')}</p>
        {what === 'zip' && (
          <div className={css.pair}>
            <Select label={t('format')} options={IMAGES} value={image} onChange={(event) => setImage(event.target.value as Image)} />
            {!vector && (
              <TextField
                label={t('side')}
                inputMode="numeric"
                maxLength={4}
                value={side}
                error={sideValid ? undefined : t('sideInvalid')}
                onChange={(event) => setSide(event.target.value)}
              />
            )}
          </div>
        )}
      </div>
    </Dialog>
  );
}
