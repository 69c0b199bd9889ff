import { IconQrcode } from '@tabler/icons-react';
import type { RecentClick } from '../../../api/types';
import { Badge } from '../../../components/badge/badge';
import { Card } from '../../../components/card/card';
import { type Column, DataTable } from '../../../components/data-table/data-table';
import { RelativeTime } from '../../../components/relative-time/relative-time';
import { countryName } from '../../../lib/format/format';
import { t } from '../../../messages/en/analytics';

/** Shown at most (spec section 9). */
const SHOWN = 10;

const place = (click: RecentClick) =>
  click.city && click.city !== 'Unknown' ? `${click.city}, ${countryName(click.country)}` : countryName(click.country);
const known = (...parts: string[]) => parts.filter((part) => part && part !== 'Unknown').join(' · ') || 'Unknown';

const columns: readonly Column<RecentClick>[] = [
  { key: 'time', header: t('time'), primary: true, width: '20%', cell: (click) => <RelativeTime at={click.timestamp} /> },
  { key: 'location', header: t('location'), cell: place },
  {
    key: 'device',
    header: t('device'),
    cell: (click) => (
      <>
        {known(click.device, click.browser, click.os)}{' '}
        {click.source === 'qr' && <Badge icon={<IconQrcode aria-hidden="true" />}>{t('qrScan')}</Badge>}
      </>
    ),
  },
  { key: 'referrer', header: t('referrer'), cell: (click) => click.referrer },
];

/** The latest clicks, newest first. */
export function RecentClicks({ clicks }: { clicks: RecentClick[] }) {
  return (
    <Card title={t('recentClicks')} padding={clicks.length > 0 ? 'none' : 'md'}>
      <DataTable
        caption={t('recentClicks')}
        columns={columns}
        rows={clicks.slice(0, SHOWN)}
        rowKey={(click) => click.id}
        empty={<p>{t('noClicks')}</p>}
      />
    </Card>
  );
}
