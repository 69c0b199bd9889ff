import { IconClick, IconLink, IconQrcode, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { messageOf } from '../../api/api-error';
import { Banner } from '../../components/banner/banner';
import { Card } from '../../components/card/card';
import { AreaChart } from '../../components/charts/area-chart';
import { ErrorState } from '../../components/error-state/error-state';
import { SegmentedControl } from '../../components/segmented-control/segmented-control';
import { StatCard } from '../../components/stat-card/stat-card';
import { formatNumber } from '../../lib/format/format';
import { t } from '../../messages/en/admin';
import { type FigureRange, type Figures, useFiguresQuery } from './admin.api';
import css from './admin.module.css';
import { useSectionList } from './use-section-list';

const RANGES = ['30d', '24h', '7d', '90d'] as const satisfies readonly FigureRange[];
const rangeOptions = [
  { value: '24h', label: t('range24h') },
  { value: '7d', label: t('range7d') },
  { value: '30d', label: t('range30d') },
  { value: '90d', label: t('range90d') },
] as const;

const MEASURES = ['clicks', 'links', 'qrCodes', 'users'] as const;
type Measure = (typeof MEASURES)[number];
const names: Record<Measure, string> = {
  clicks: t('figureClicks'),
  links: t('figureLinks'),
  qrCodes: t('figureCodes'),
  users: t('figureUsers'),
};

function Cards({ figures }: { figures: Figures | undefined }) {
  const { users, links, qrCodes, clicks } = figures ?? {};
  const fresh = (count: number | undefined) => count !== undefined && t('figureNew', { count: formatNumber(count) });
  return (
    <div className={css.cards}>
      <StatCard
        label={names.users}
        icon={<IconUsers aria-hidden="true" />}
        value={users?.total}
        hint={
          users &&
          [fresh(users.created), users.disabled > 0 && t('figureDisabledUsers', { count: users.disabled })].filter(Boolean).join(' · ')
        }
      />
      <StatCard
        label={names.links}
        icon={<IconLink aria-hidden="true" />}
        value={links?.total}
        hint={
          links &&
          [
            fresh(links.created),
            links.disabled + links.quarantined > 0 &&
              t('figureRestrained', { disabled: formatNumber(links.disabled), quarantined: formatNumber(links.quarantined) }),
          ]
            .filter(Boolean)
            .join(' · ')
        }
      />
      <StatCard label={names.qrCodes} icon={<IconQrcode aria-hidden="true" />} value={qrCodes?.total} hint={fresh(qrCodes?.created)} />
      {(!figures || clicks) && (
        <StatCard
          label={names.clicks}
          icon={<IconClick aria-hidden="true" />}
          value={clicks?.total}
          hint={clicks && t('figureScans', { scans: formatNumber(clicks.scans), bots: formatNumber(clicks.bots) })}
        />
      )}
    </div>
  );
}

/** Users, links, codes and clicks of the whole installation, and one of them over time. */
export function FiguresSection() {
  const list = useSectionList('figures');
  const range = list.oneOf<FigureRange>('range', RANGES);
  const [measure, setMeasure] = useState<Measure>('clicks');
  const { currentData, data, error, isFetching, refetch } = useFiguresQuery(range, { refetchOnMountOrArgChange: true });
  const figures = currentData ?? data;
  const shown = figures && !figures.clicks && measure === 'clicks' ? 'links' : measure;
  if (error && !figures)
    return (
      <Card>
        <ErrorState title={t('unauthorized')} text={messageOf(error, t('loadFailedText'))} onRetry={refetch} retrying={isFetching} />
      </Card>
    );
  return (
    <>
      <div className={css.toolbar}>
        <SegmentedControl
          label={t('range')}
          size="sm"
          value={range}
          options={rangeOptions}
          onChange={(next) => list.change({ range: next === '30d' ? '' : next })}
        />
      </div>
      {figures && !figures.clicks && <Banner tone="warning">{t('clicksAway')}</Banner>}
      <Cards figures={figures} />
      <Card
        title={t('figurePerDay', { name: names[shown] })}
        actions={
          <SegmentedControl
            label={t('measure')}
            size="sm"
            value={shown}
            options={MEASURES.filter((one) => one !== 'clicks' || !figures || figures.clicks).map((value) => ({
              value,
              label: names[value],
            }))}
            onChange={setMeasure}
          />
        }
      >
        <AreaChart
          label={t('figurePerDay', { name: names[shown] })}
          points={(figures?.[shown]?.series ?? []).map(({ at, count }) => ({ at, value: count }))}
          granularity="day"
          timeZone="UTC"
          height={220}
        />
      </Card>
    </>
  );
}
