import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { RuleCondition } from '../../../api/types';
import { TextField } from '../../../components/field/text-field';
import { IconButton } from '../../../components/icon-button/icon-button';
import { Select } from '../../../components/select/select';
import { countryName } from '../../../lib/format/format';
import { t } from '../../../messages/en/targeting';
import { allCountries, allLanguages, allTimeZones, languageName } from './places';
import { CHOICES, type ConditionField, FIELDS, newCondition } from './targeting';
import css from './targeting.module.css';
import { ChoiceChips, ListPicker } from './values-picker';

interface ConditionEditorProps {
  condition: RuleCondition;
  /** Of the condition's fields, by their name. */
  problemOf: (field: string) => string | undefined;
  /** Absent: the only one, which stays. */
  onRemove?: (() => void) | undefined;
  removeLabel: string;
  onChange: (condition: RuleCondition) => void;
}

/** One condition: what is looked at, how it is compared, and with what. */
export function ConditionEditor({ condition, problemOf, onRemove, removeLabel, onChange }: ConditionEditorProps) {
  const { field, operator, values } = condition;
  const set = (change: Partial<RuleCondition>) => onChange({ ...condition, ...change });
  return (
    <div className={css.condition}>
      <div className={css.conditionHead}>
        <Select
          label={t('field')}
          hideLabel
          value={field}
          options={FIELDS.map((value) => ({ value, label: t(value) }))}
          onChange={({ target }) => onChange(newCondition(target.value as ConditionField))}
        />
        <Select
          label={t('operator')}
          hideLabel
          value={operator}
          options={[
            { value: 'is', label: t('is') },
            { value: 'isNot', label: t('isNot') },
          ]}
          onChange={({ target }) => set({ operator: target.value as 'is' | 'isNot' })}
        />
        {onRemove && <IconButton label={removeLabel} icon={<IconTrash aria-hidden="true" />} onClick={onRemove} />}
      </div>
      {field === 'country' && (
        <ListPicker
          label={t('addCountry')}
          choices={allCountries()}
          values={values}
          error={problemOf('values')}
          nameOf={countryName}
          onChange={(next) => set({ values: next })}
        />
      )}
      {field === 'language' && (
        <ListPicker
          label={t('addLanguage')}
          choices={allLanguages()}
          values={values}
          error={problemOf('values')}
          nameOf={languageName}
          onChange={(next) => set({ values: next })}
        />
      )}
      {CHOICES[field as ConditionField] && (
        <ChoiceChips
          label={field === 'time' ? t('days') : t('values')}
          choices={CHOICES[field as ConditionField] ?? []}
          values={values}
          error={problemOf('values')}
          onChange={(next) => set({ values: next })}
        />
      )}
      {field === 'query' && <ParameterFields condition={condition} problemOf={problemOf} set={set} />}
      {field === 'time' && <TimeFields condition={condition} problemOf={problemOf} set={set} />}
    </div>
  );
}

interface PartProps {
  condition: RuleCondition;
  problemOf: (field: string) => string | undefined;
  set: (change: Partial<RuleCondition>) => void;
}

const errorOf = (problem: string | undefined) => (problem ? { error: problem } : {});

function ParameterFields({ condition: { key = '', values }, problemOf, set }: PartProps) {
  // As typed: a comma at the end is on its way to another value.
  const [typed, setTyped] = useState(values.join(', '));
  return (
    <div className={css.pair}>
      <TextField
        label={t('parameterName')}
        placeholder="ref"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        value={key}
        {...errorOf(problemOf('key'))}
        onChange={({ target }) => set({ key: target.value })}
      />
      <TextField
        label={t('parameterValues')}
        hint={t('parameterHint')}
        optional
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        {...errorOf(problemOf('values'))}
        onChange={({ target }) => {
          setTyped(target.value);
          set({
            values: target.value
              .split(',')
              .map((value) => value.trim())
              .filter(Boolean),
          });
        }}
      />
    </div>
  );
}

function TimeFields({ condition: { from = '', to = '', timeZone = 'UTC' }, problemOf, set }: PartProps) {
  const [once, setOnce] = useState(from.includes('T') || to.includes('T'));
  const type = once ? 'datetime-local' : 'time';
  return (
    <div className={css.times}>
      <Select
        label={t('when')}
        value={once ? 'once' : 'daily'}
        options={[
          { value: 'daily', label: t('daily') },
          { value: 'once', label: t('once') },
        ]}
        onChange={({ target }) => {
          setOnce(target.value === 'once');
          set({ from: '', to: '' });
        }}
      />
      <TextField
        label={t('from')}
        type={type}
        value={from}
        {...errorOf(problemOf('from'))}
        onChange={({ target }) => set({ from: target.value })}
      />
      <TextField
        label={t('to')}
        type={type}
        value={to}
        {...errorOf(problemOf('to'))}
        onChange={({ target }) => set({ to: target.value })}
      />
      <Select
        label={t('timeZone')}
        value={timeZone}
        options={allTimeZones(timeZone)}
        {...errorOf(problemOf('timeZone'))}
        onChange={({ target }) => set({ timeZone: target.value })}
      />
    </div>
  );
}
