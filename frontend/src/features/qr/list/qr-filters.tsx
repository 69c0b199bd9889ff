import { IconCalendar, IconCheck, IconDownload, IconFilterPlus, IconListCheck, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../../../components/button/button';
import { DropdownMenu } from '../../../components/dropdown-menu/dropdown-menu';
import { TextField } from '../../../components/field/text-field';
import { Popover } from '../../../components/popover/popover';
import { SearchField } from '../../../components/search-field/search-field';
import { Select } from '../../../components/select/select';
import { formatDate } from '../../../lib/format/format';
import { QR_TYPES } from '../../../lib/qr/content';
import { t } from '../../../messages/en/qr';
import type { QrCodesQuery } from '../qr.api';
import css from '../qr.module.css';
import { typeName } from '../qr-text';
import { type CreatedRange, dayOf, type QrListState } from './use-qr-list-state';

const presets = [
  { label: t('today'), days: 1 },
  { label: t('last7'), days: 7 },
  { label: t('last30'), days: 30 },
  { label: t('last90'), days: 90 },
];

/** The last so many days of the reader's calendar, today included. */
function lastDays(days: number): CreatedRange {
  const today = new Date();
  return { from: dayOf(new Date(today.getFullYear(), today.getMonth(), today.getDate() - days + 1)), to: dayOf(today) };
}

function CreatedFilter({ created, onChange }: { created: CreatedRange; onChange: (range: CreatedRange) => void }) {
  const [open, setOpen] = useState(false);
  const [draft, setDraft] = useState(created);
  const wrongOrder = draft.from !== '' && draft.to !== '' && draft.to < draft.from;
  const choose = (range: CreatedRange) => {
    onChange(range);
    setOpen(false);
  };
  return (
    <Popover
      label={t('filterDate')}
      open={open}
      onOpenChange={(next) => {
        if (next) setDraft(created);
        setOpen(next);
      }}
      trigger={<Button icon={<IconCalendar aria-hidden="true" />}>{t('filterDate')}</Button>}
    >
      <form
        className={css.dateForm}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!wrongOrder) choose(draft);
        }}
      >
        <div className={css.presets}>
          {presets.map(({ label, days }) => (
            <Button key={days} size="sm" onClick={() => choose(lastDays(days))}>
              {label}
            </Button>
          ))}
        </div>
        <TextField
          label={t('from')}
          type="date"
          value={draft.from}
          max={dayOf(new Date())}
          onChange={(event) => setDraft({ ...draft, from: event.target.value })}
        />
        <TextField
          label={t('to')}
          type="date"
          value={draft.to}
          error={wrongOrder ? t('dateOrder') : undefined}
          onChange={(event) => setDraft({ ...draft, to: event.target.value })}
        />
        <div className={css.formEnd}>
          <Button variant="ghost" onClick={() => choose({ from: '', to: '' })}>
            {t('clear')}
          </Button>
          <Button variant="primary" type="submit">
            {t('apply')}
          </Button>
        </div>
      </form>
    </Popover>
  );
}

function describe({ from, to }: CreatedRange): string {
  // Noon: the day is the same wherever the formatter thinks it is.
  const day = (value: string) => formatDate(`${value}T12:00:00`);
  if (from && to) return t('createdBetween', { from: day(from), to: day(to) });
  return from ? t('createdSince', { from: day(from) }) : t('createdUntil', { to: day(to) });
}

interface QrFiltersProps {
  state: QrListState;
  onExport: () => void;
  onSelect: () => void;
}

/** Search, what is shown, filters, choosing and export; below them the filters that are on. */
export function QrFilters({ state, onExport, onSelect }: QrFiltersProps) {
  const { type } = state.query;
  const chips = [
    ...(type ? [{ name: typeName(type), remove: () => state.setType('') }] : []),
    ...(state.created.from || state.created.to
      ? [{ name: describe(state.created), remove: () => state.setCreated({ from: '', to: '' }) }]
      : []),
  ];
  return (
    <div className={css.bar}>
      <SearchField label={t('search')} value={state.typed} onChange={state.setTyped} className={css.search} />
      <Select
        label={t('show')}
        hideLabel
        options={[
          { value: 'active', label: t('showActive') },
          { value: 'all', label: t('showAll') },
        ]}
        value={state.query.show}
        onChange={(event) => state.setShow(event.target.value as QrCodesQuery['show'])}
      />
      <div className={css.tools}>
        <CreatedFilter created={state.created} onChange={state.setCreated} />
        <DropdownMenu
          label={t('typeFilter')}
          align="start"
          trigger={<Button icon={<IconFilterPlus aria-hidden="true" />}>{t('addFilters')}</Button>}
          entries={[
            { kind: 'heading', label: t('typeFilter') },
            ...(['', ...QR_TYPES] as const).map((value) => ({
              label: value ? typeName(value) : t('anyType'),
              icon: <IconCheck aria-hidden="true" className={value === type ? undefined : css.invisible} />,
              onSelect: () => state.setType(value),
            })),
          ]}
        />
        <Button icon={<IconListCheck aria-hidden="true" />} onClick={onSelect}>
          {t('select')}
        </Button>
        <Button icon={<IconDownload aria-hidden="true" />} onClick={onExport}>
          {t('export')}
        </Button>
      </div>
      {chips.length > 0 && (
        <ul className={css.chips} role="list" aria-label={t('filters')}>
          {chips.map(({ name, remove }) => (
            <li key={name}>
              <button type="button" className={css.chip} aria-label={t('removeFilter', { name })} onClick={remove}>
                {name}
                <IconX aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
