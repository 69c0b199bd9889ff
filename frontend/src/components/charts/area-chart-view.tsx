import { Area, CartesianGrid, AreaChart as Chart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { formatCompact, formatNumber } from '../../lib/format/format';
import { currentLocale } from '../../lib/i18n/translator';
import { t } from '../../messages/en/common';
import type { AreaChartProps } from './area-chart';
import css from './charts.module.css';

interface Row {
  at: string;
  value: number;
  previous?: number;
  previousAt?: string;
}

function labels(granularity: AreaChartProps['granularity'], timeZone: string | undefined) {
  const tick: Intl.DateTimeFormatOptions =
    granularity === 'day' ? { day: 'numeric', month: 'short' } : { hour: '2-digit', minute: '2-digit' };
  const whole: Intl.DateTimeFormatOptions =
    granularity === 'day'
      ? { weekday: 'short', day: 'numeric', month: 'short' }
      : { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' };
  const short = new Intl.DateTimeFormat(currentLocale(), { ...tick, timeZone });
  const long = new Intl.DateTimeFormat(currentLocale(), { ...whole, timeZone });
  return { short: (at: string) => short.format(new Date(at)), long: (at: string) => long.format(new Date(at)) };
}

function Hover({ row, long }: { row: Row | undefined; long: (at: string) => string }) {
  if (!row) return null;
  return (
    <div className={css.tooltip}>
      <div className={css.tooltipRow} data-series="current">
        <span>{long(row.at)}</span>
        <strong>{formatNumber(row.value)}</strong>
      </div>
      {row.previous !== undefined && (
        <div className={css.tooltipRow} data-series="previous">
          <span>{row.previousAt ? long(row.previousAt) : t('previous')}</span>
          <strong>{formatNumber(row.previous)}</strong>
        </div>
      )}
    </div>
  );
}

/** The recharts half of AreaChart; imported lazily only. */
export function AreaChartView({ points, previous, granularity, timeZone, height }: AreaChartProps & { height: number }) {
  const { short, long } = labels(granularity, timeZone);
  const rows: Row[] = points.map((point, index) => ({
    at: point.at,
    value: point.value,
    previous: previous?.[index]?.value,
    previousAt: previous?.[index]?.at,
  }));
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  const top = Math.max(0, ...rows.map((row) => Math.max(row.value, row.previous ?? 0)));
  return (
    <ResponsiveContainer width="100%" height={height}>
      <Chart data={rows} margin={{ top: 8, right: 4, bottom: 0, left: 0 }} accessibilityLayer={false}>
        <CartesianGrid vertical={false} stroke="var(--chart-grid)" />
        <XAxis
          dataKey="at"
          tickFormatter={short}
          axisLine={false}
          tickLine={false}
          minTickGap={36}
          tickMargin={10}
          tick={{ fill: 'var(--text-faint)', fontSize: 12 }}
        />
        <YAxis
          width={40}
          allowDecimals={false}
          domain={[0, Math.max(4, top)]}
          axisLine={false}
          tickLine={false}
          tickFormatter={formatCompact}
          tick={{ fill: 'var(--text-faint)', fontSize: 12 }}
        />
        <Tooltip
          cursor={{ stroke: 'var(--border-strong)' }}
          isAnimationActive={false}
          content={({ payload }) => <Hover row={payload?.[0]?.payload as Row | undefined} long={long} />}
        />
        {previous && (
          <Area
            dataKey="previous"
            type="monotone"
            stroke="var(--chart-previous)"
            strokeWidth={1.5}
            strokeDasharray="4 4"
            fill="none"
            isAnimationActive={false}
            activeDot={false}
          />
        )}
        <Area
          dataKey="value"
          type="monotone"
          stroke="var(--chart-1)"
          strokeWidth={2}
          fill="var(--chart-fill)"
          fillOpacity={0.12}
          isAnimationActive={!still}
          animationDuration={300}
          activeDot={{ r: 4, fill: 'var(--chart-1)', stroke: 'var(--surface)', strokeWidth: 2 }}
        />
      </Chart>
    </ResponsiveContainer>
  );
}
