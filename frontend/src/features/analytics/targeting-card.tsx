import { useState } from 'react';
import type { Analytics } from '../../api/types';
import { Card } from '../../components/card/card';
import { BarList } from '../../components/charts/bar-list';
import { SegmentedControl } from '../../components/segmented-control/segmented-control';
import { t } from '../../messages/en/analytics';

type Decided = NonNullable<Analytics['rules']>;

const decided = (list: Decided | undefined): Decided => (list ?? []).filter(({ id }) => id !== '');

/** Which rule or variant sent people where they went; nothing for a link that has none. */
export function TargetingCard({ analytics }: { analytics: Analytics }) {
  const views = [
    { value: 'rules' as const, label: t('rules'), list: decided(analytics.rules) },
    { value: 'variants' as const, label: t('variants'), list: decided(analytics.variants) },
  ].filter(({ list }) => list.length > 0);
  const [chosen, choose] = useState<'rules' | 'variants'>('rules');
  const view = views.find(({ value }) => value === chosen) ?? views[0];
  if (!view) return null;
  return (
    <Card
      title={t('targeting')}
      actions={
        views.length > 1 && <SegmentedControl size="sm" label={t('targeting')} value={view.value} options={views} onChange={choose} />
      }
    >
      <BarList
        label={t('clicksBy', { what: view.label })}
        total={analytics.totalClicks}
        items={view.list.map(({ id, name, clicks }) => ({ key: id, label: name, value: clicks }))}
      />
    </Card>
  );
}
