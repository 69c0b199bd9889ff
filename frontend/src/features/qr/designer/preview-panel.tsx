import { IconAlertTriangle, IconCircleCheck, IconDownload } from '@tabler/icons-react';
import { type Ref, useState } from 'react';
import type { QrCode } from '../../../api/types';
import { Button } from '../../../components/button/button';
import { t } from '../../../messages/en/qr-designer';
import { QrPicture } from '../qr-picture';
import css from './designer.module.css';
import { DownloadDialog } from './download-dialog';
import type { Designer } from './use-designer';

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

function DownloadPart({ code, designer }: { code: QrCode; designer: Designer }) {
  const [open, setOpen] = useState(false);
  const { dirty, savedSize, minimumSize } = designer;
  return (
    <div className={css.stack}>
      <Button icon={<IconDownload aria-hidden="true" />} fullWidth disabled={dirty} onClick={() => setOpen(true)}>
        {t('download')}
      </Button>
      {dirty && <p className={css.note}>{t('saveFirst')}</p>}
      {open && <DownloadDialog code={code} size={savedSize} minimumSize={minimumSize} onClose={() => setOpen(false)} />}
    </div>
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
      <DownloadPart code={code} designer={designer} />
    </div>
  );
}
