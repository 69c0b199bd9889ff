import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { lazy, Suspense, useId, useState } from 'react';
import { Button } from '../../../components/button/button';
import { LoadingRegion, Skeleton } from '../../../components/skeleton/skeleton';
import { t } from '../../../messages/en/links';
import { readTargeting, type Targeting, writeTargeting } from './targeting';
import css from './targeting-section.module.css';

const TargetingEditor = lazy(() => import('./targeting-editor').then((module) => ({ default: module.TargetingEditor })));

interface TargetingSectionProps {
  /** As the form keeps it. */
  value: string;
  destination: string;
  problems: Readonly<Record<string, string>>;
  onChange: (value: string) => void;
}

const countText = ({ rules, variants }: Targeting): string =>
  [rules.length > 0 && t('ruleCount', { count: rules.length }), variants.length > 0 && t('variantCount', { count: variants.length })]
    .filter(Boolean)
    .join(', ');

/** Part of a link's form: a line that says what is set, and the editor when it is opened. */
export function TargetingSection({ value, destination, problems, onChange }: TargetingSectionProps) {
  const [opened, setOpened] = useState(false);
  const id = useId();
  const targeting = readTargeting(value);
  // A refused rule must be in sight.
  const open = opened || Object.keys(problems).length > 0;
  return (
    <section className={css.section} aria-labelledby={id}>
      <div className={css.head}>
        <div className={css.words}>
          <h3 id={id} className={css.title}>
            {t('targeting')}
          </h3>
          <p className={css.hint}>{countText(targeting) || t('targetingSummary')}</p>
        </div>
        <Button
          size="sm"
          aria-expanded={open}
          iconEnd={open ? <IconChevronUp aria-hidden="true" /> : <IconChevronDown aria-hidden="true" />}
          onClick={() => setOpened(!open)}
        >
          {open ? t('hideTargeting') : t('showTargeting')}
        </Button>
      </div>
      {open && (
        <Suspense
          fallback={
            <LoadingRegion label={t('targetingLoading')}>
              <Skeleton height="8rem" />
            </LoadingRegion>
          }
        >
          <TargetingEditor
            targeting={targeting}
            destination={destination}
            problems={problems}
            onChange={(next) => onChange(writeTargeting(next))}
          />
        </Suspense>
      )}
    </section>
  );
}
