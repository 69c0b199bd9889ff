import { IconQrcode } from '@tabler/icons-react';
import type { RecentClick } from '../../api/types';
import { countryName } from '../../lib/format/format';
import { t } from '../../messages/en/analytics';
import { Badge } from '../badge/badge';
import { Card } from '../card/card';
import { type Column, DataTable } from '../data-table/data-table';
import { RelativeTime } from '../relative-time/relative-time';
import { deviceName } from './device-name';
import { type Noun, words } from './words';

/** Shown at most (spec section 9). */
const SHOWN = 10;

const place = (click: RecentClick) =>
  click.city && click.city !== 'Unknown' ? `${click.city}, ${countryName(click.country)}` : countryName(click.country);
const known = (...parts: string[]) => parts.filter((part) => part && part !== 'Unknown').join(' · ') || 'Unknown';

const columns = (noun: Noun): readonly Column<RecentClick>[] => [
  { key: 'time', header: t('time'), primary: true, width: '20%', cell: (click) => <RelativeTime at={click.timestamp} /> },
  { key: 'location', header: t('location'), cell: place },
  {
    key: 'device',
    header: t('device'),
    cell: (click) => (
      <>
        {known(deviceName(click.device), click.browser, click.os)}{' '}
        {click.source === 'qr' && noun === 'clicks' && <Badge icon={<IconQrcode aria-hidden="true" />}>{t('qrScan')}</Badge>}
      </>
    ),
  },
  { key: 'referrer', header: t('referrer'), cell: (click) => click.referrer },
];

/** The latest clicks or scans, newest first. */
export function RecentClicks({ clicks, noun }: { clicks: RecentClick[]; noun: Noun }) {
  return (
    <Card title={words[noun].recent} padding={clicks.length > 0 ? 'none' : 'md'}>
      <DataTable
        caption={words[noun].recent}
        columns={columns(noun)}
        rows={clicks.slice(0, SHOWN)}
        rowKey={(click) => click.id}
        empty={<p>{words[noun].none}</p>}
      />
    </Card>
  );
}
