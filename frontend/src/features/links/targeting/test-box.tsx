import { useState } from 'react';
import { TextField } from '../../../components/field/text-field';
import { Select } from '../../../components/select/select';
import { formatPercent } from '../../../lib/format/format';
import { t } from '../../../messages/en/targeting';
import { allCountries, allLanguages } from './places';
import { BROWSERS, DEVICES, SYSTEMS, shareOf, type Targeting } from './targeting';
import css from './targeting.module.css';
import { firstMet } from './who-goes-where';

const unknown = () => ({ value: '', label: t('unknown') });
const known = (values: readonly string[]) => [unknown(), ...values.map((value) => ({ value, label: t(value as 'mobile') }))];

function localNow(): string {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Describes a visitor and says where they would get to. */
export function TestBox({ targeting, destination }: { targeting: Targeting; destination: string }) {
  const [visitor, setVisitor] = useState({ country: '', device: 'mobile', os: 'ios', browser: 'safari', language: '', query: '' });
  const [at, setAt] = useState(localNow);
  const set = (change: Partial<typeof visitor>) => setVisitor({ ...visitor, ...change });
  const place = firstMet(targeting.rules, {
    ...visitor,
    query: visitor.query.replace(/^\?/, ''),
    atMs: new Date(at || Date.now()).getTime(),
  });
  return (
    <section className={css.test} aria-label={t('test')}>
      <div className={css.partHead}>
        <h3 className={css.partTitle}>{t('test')}</h3>
        <p className={css.partHint}>{t('testHint')}</p>
      </div>
      <div className={css.testFields}>
        <Select
          label={t('country')}
          value={visitor.country}
          options={[unknown(), ...allCountries()]}
          onChange={({ target }) => set({ country: target.value })}
        />
        <Select
          label={t('device')}
          value={visitor.device}
          options={known(DEVICES)}
          onChange={({ target }) => set({ device: target.value })}
        />
        <Select label={t('os')} value={visitor.os} options={known(SYSTEMS)} onChange={({ target }) => set({ os: target.value })} />
        <Select
          label={t('browser')}
          value={visitor.browser}
          options={known(BROWSERS)}
          onChange={({ target }) => set({ browser: target.value })}
        />
        <Select
          label={t('language')}
          value={visitor.language}
          options={[unknown(), ...allLanguages()]}
          onChange={({ target }) => set({ language: target.value })}
        />
        <TextField label={t('testAt')} type="datetime-local" value={at} onChange={({ target }) => setAt(target.value)} />
        <TextField
          label={t('testQuery')}
          placeholder="ref=news"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          value={visitor.query}
          onChange={({ target }) => set({ query: target.value })}
        />
      </div>
      <div className={css.answer} role="status">
        <Answer targeting={targeting} destination={destination} place={place} />
      </div>
    </section>
  );
}

function Answer({ targeting: { rules, variants }, destination, place }: { targeting: Targeting; destination: string; place: number }) {
  const rule = rules[place];
  if (rule) return <p>{t('goesToRule', { destination: rule.destination || t('noDestination'), place: place + 1 })}</p>;
  if (variants.length === 0)
    return (
      <p>
        {t('goesToLink')} <strong>{destination}</strong>
      </p>
    );
  return (
    <>
      <p>{t('goesToVariants')}</p>
      <ul className={css.shares}>
        {variants.map((variant) => (
          <li key={variant.id}>
            <strong>{formatPercent(shareOf(variant, variants))}</strong> {variant.destination || t('noDestination')}
          </li>
        ))}
      </ul>
    </>
  );
}
