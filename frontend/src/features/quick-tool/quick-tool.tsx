import { IconLink, IconQrcode } from '@tabler/icons-react';
import { useState } from 'react';
import { useSession } from '../../api/session/use-session';
import { SegmentedControl } from '../../components/segmented-control/segmented-control';
import { t } from '../../messages/en/quick-tool';
import { LinkTool } from './link-tool';
import { QrTool } from './qr-tool';
import css from './quick-tool.module.css';

/** The working tool of the landing page: a short link or a QR code. Signed out, what is typed is carried to /register. */
export function QuickTool() {
  const [tab, setTab] = useState<'link' | 'qr'>('link');
  const { isAuthenticated } = useSession();
  return (
    <section className={css.tool} aria-label={t('title')}>
      <SegmentedControl
        label={t('title')}
        value={tab}
        onChange={setTab}
        options={[
          { value: 'link', label: t('linkTab'), icon: <IconLink aria-hidden="true" /> },
          { value: 'qr', label: t('qrTab'), icon: <IconQrcode aria-hidden="true" /> },
        ]}
      />
      {/* Both stay mounted: changing the tab loses nothing typed. */}
      <div hidden={tab !== 'link'}>
        <LinkTool />
      </div>
      <div hidden={tab !== 'qr'}>
        <QrTool />
      </div>
      {!isAuthenticated && <p className={css.note}>{t('signedOutNote')}</p>}
    </section>
  );
}
