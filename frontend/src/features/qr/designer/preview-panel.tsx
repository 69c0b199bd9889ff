import { IconAlertTriangle, IconCircleCheck, IconDownload } from '@tabler/icons-react';
import type { Ref } from 'react';
import type { QrCode } from '../../../api/types';
import { Button } from '../../../components/button/button';
import { DropdownMenu } from '../../../components/dropdown-menu/dropdown-menu';
import { formatNumber } from '../../../lib/format/format';
import { t } from '../../../messages/en/qr-designer';
import { QrPicture } from '../qr-picture';
import { useQrDownload } from '../use-qr-download';
import css from './designer.module.css';
import type { Designer } from './use-designer';

/** Pixels for a code of 17 cm at 300 dots an inch. */
const PRINT_SIZE = 2048;

/** Whether it would scan, and what to change if not. */
function Verdict({ designer, ref }: { designer: Designer; ref: Ref<HTMLDivElement> }) {
  const { ok, problems } = designer;
  const tone = !ok ? 'bad' : problems.length > 0 ? 'mind' : 'good';
  const Icon = tone === 'good' ? IconCircleCheck : IconAlertTriangle;
  return (
    <div ref={ref} className={css.verdict} data-tone={tone} role="status" tabIndex={-1}>
      <Icon aria-hidden="true" />
      <div>
        <strong>{tone === 'good' ? t('scans') : tone === 'mind' ? t('scansWarn') : t('scansNot')}</strong>
        {problems.length > 0 && (
          <ul>
            {problems.map(({ code, field, message }) => (
              <li key={`${code}:${field}`}>{message}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

function DownloadMenu({ code, designer }: { code: QrCode; designer: Designer }) {
  const { download, busy } = useQrDownload();
  const { dirty } = designer;
  return (
    <DropdownMenu
      label={t('download')}
      trigger={
        <Button icon={<IconDownload aria-hidden="true" />} loading={busy} fullWidth>
          {t('download')}
        </Button>
      }
      entries={[
        dirty && { kind: 'heading', label: t('saveFirst') },
        {
          label: t('downloadPng'),
          hint: t('hintSize', { count: formatNumber(designer.savedSize) }),
          disabled: dirty,
          onSelect: () => void download(code, 'png'),
        },
        {
          label: t('downloadPrint'),
          hint: t('hintSize', { count: formatNumber(PRINT_SIZE) }),
          disabled: dirty,
          onSelect: () => void download(code, 'png', PRINT_SIZE),
        },
        { label: t('downloadSvg'), hint: t('hintVector'), disabled: dirty, onSelect: () => void download(code, 'svg') },
        { label: t('downloadPdf'), hint: t('hintVector'), disabled: dirty, onSelect: () => void download(code, 'pdf') },
      ]}
    />
  );
}

/** The code as it will be, drawn by the renderer that the server uses. */
export function PreviewPanel({ code, designer, verdictRef }: { code: QrCode; designer: Designer; verdictRef: Ref<HTMLDivElement> }) {
  return (
    <div className={css.panel}>
      <div className={css.canvas} data-transparent={designer.design.transparentBackground || undefined}>
        <QrPicture payload={designer.payload} design={designer.design} alt={t('preview')} size={280} />
      </div>
      <Verdict designer={designer} ref={verdictRef} />
      <DownloadMenu code={code} designer={designer} />
    </div>
  );
}
