import { MAX_SIZE } from '@linqr/qr-render';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import type { QrCode } from '../../../api/types';
import { Button } from '../../../components/button/button';
import { Dialog } from '../../../components/dialog/dialog';
import { TextField } from '../../../components/field/text-field';
import { SegmentedControl } from '../../../components/segmented-control/segmented-control';
import { Select } from '../../../components/select/select';
import { formatNumber } from '../../../lib/format/format';
import { t } from '../../../messages/en/qr-designer';
import { type QrFormat, useQrDownload } from '../use-qr-download';
import css from './designer.module.css';

const FORMATS: { value: QrFormat; label: string }[] = [
  { value: 'png', label: t('downloadPng') },
  { value: 'svg', label: t('downloadSvg') },
  { value: 'pdf', label: t('downloadPdf') },
  { value: 'jpeg', label: t('downloadJpeg') },
  { value: 'webp', label: t('downloadWebp') },
];
const DPI = ['150', '300', '600', '1200'];
const MILLIMETRES_AN_INCH = 25.4;

interface DownloadDialogProps {
  code: QrCode;
  /** Pixels chosen in the designer. */
  size: number;
  /** Least pixels that scan. */
  minimumSize: number;
  onClose: () => void;
}

/** The code as a file: for screens in pixels, for print in millimetres. */
export function DownloadDialog({ code, size, minimumSize, onClose }: DownloadDialogProps) {
  const { download, busy } = useQrDownload();
  const [format, setFormat] = useState<QrFormat>('png');
  const [use, setUse] = useState<'screen' | 'print'>('screen');
  const [pixels, setPixels] = useState(String(size));
  const [millimetres, setMillimetres] = useState('50');
  const [dpi, setDpi] = useState('300');
  const vector = format === 'svg' || format === 'pdf';
  const side = Number(millimetres.replace(',', '.'));
  const printed = Math.round((side / MILLIMETRES_AN_INCH) * Number(dpi));
  const pixelsProblem = /^\d{1,4}$/.test(pixels.trim()) && Number(pixels) >= minimumSize && Number(pixels) <= MAX_SIZE;
  const sideValid = Number.isFinite(side) && side >= 10 && side <= 1_000;

  const problem = (): string | undefined => {
    if (use === 'screen') return pixelsProblem || vector ? undefined : t('pixelsInvalid', { min: minimumSize });
    if (!sideValid) return t('millimetresInvalid');
    if (vector) return undefined;
    if (printed > MAX_SIZE) return t('printTooLarge', { pixels: formatNumber(printed) });
    return printed < minimumSize ? t('printTooSmall', { pixels: formatNumber(printed), min: minimumSize }) : undefined;
  };
  const wrong = problem();

  const run = async () => {
    const sizes =
      use === 'print' ? { millimetres: side, dpi: vector ? undefined : Number(dpi) } : { size: vector ? undefined : Number(pixels) };
    if (await download(code, format, sizes)) onClose();
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('downloadTitle')}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            variant="primary"
            icon={<IconDownload aria-hidden="true" />}
            loading={busy}
            disabled={wrong !== undefined}
            onClick={() => void run()}
          >
            {t('download')}
          </Button>
        </>
      }
    >
      <div className={css.stack}>
        <Select
          label={t('downloadFormat')}
          options={FORMATS}
          value={format}
          onChange={(event) => setFormat(event.target.value as QrFormat)}
        />
        <SegmentedControl
          label={t('downloadSize')}
          value={use}
          fullWidth
          options={[
            { value: 'screen', label: t('downloadScreen') },
            { value: 'print', label: t('downloadPrint') },
          ]}
          onChange={setUse}
        />
        {use === 'screen' ? (
          vector ? (
            <p className={css.note}>{t('downloadVector')}</p>
          ) : (
            <TextField
              label={t('downloadPixels')}
              inputMode="numeric"
              maxLength={4}
              value={pixels}
              error={wrong}
              onChange={(event) => setPixels(event.target.value)}
            />
          )
        ) : (
          <div className={css.pair}>
            <TextField
              label={t('downloadMillimetres')}
              inputMode="decimal"
              maxLength={6}
              value={millimetres}
              error={wrong}
              hint={wrong ? undefined : vector ? t('downloadVector') : t('downloadRaster', { pixels: formatNumber(printed) })}
              onChange={(event) => setMillimetres(event.target.value)}
            />
            {!vector && (
              <Select
                label={t('downloadDpi')}
                options={DPI.map((value) => ({ value, label: value }))}
                value={dpi}
                onChange={(event) => setDpi(event.target.value)}
              />
            )}
          </div>
        )}
      </div>
    </Dialog>
  );
}
