import { IconArrowDown, IconArrowUp, IconGripVertical, IconPlus, IconTrash } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import type { LinkRule } from '../../../api/types';
import { Button } from '../../../components/button/button';
import { TextField } from '../../../components/field/text-field';
import { IconButton } from '../../../components/icon-button/icon-button';
import { t } from '../../../messages/en/targeting';
import { ConditionEditor } from './condition-editor';
import { MAX_CONDITIONS, newCondition, replaced, without } from './targeting';
import css from './targeting.module.css';

interface RuleEditorProps {
  rule: LinkRule;
  /** From 1. */
  place: number;
  count: number;
  /** Of the rule's fields: `destination`, `conditions[0].values`. */
  problemOf: (field: string) => string | undefined;
  onChange: (rule: LinkRule) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

/** One rule: its conditions and where it leads. The place in the list is changed by buttons, arrow keys or dragging. */
export function RuleEditor({ rule, place, count, problemOf, onChange, onMove, onRemove }: RuleEditorProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    onMove(event.key === 'ArrowUp' ? -1 : 1);
  };
  const problem = problemOf('destination');
  return (
    <section className={css.rule} aria-label={t('ruleOf', { place })}>
      <header className={css.ruleHead}>
        <IconButton
          label={t('drag', { place })}
          tooltip={false}
          className={css.grip ?? ''}
          data-grip=""
          icon={<IconGripVertical aria-hidden="true" />}
          onKeyDown={onKeyDown}
        />
        <h4 className={css.ruleTitle}>{rule.name || t('ruleOf', { place })}</h4>
        <IconButton
          label={t('moveUp', { place })}
          icon={<IconArrowUp aria-hidden="true" />}
          disabled={place === 1}
          onClick={() => onMove(-1)}
        />
        <IconButton
          label={t('moveDown', { place })}
          icon={<IconArrowDown aria-hidden="true" />}
          disabled={place === count}
          onClick={() => onMove(1)}
        />
        <IconButton label={t('removeRule', { place })} icon={<IconTrash aria-hidden="true" />} onClick={onRemove} />
      </header>
      <div className={css.conditions}>
        {rule.conditions.map((condition, i) => (
          // Conditions have no identity of their own; a change of kind mounts its editor anew.
          // biome-ignore lint/suspicious/noArrayIndexKey: their order never changes
          <div key={`${i} ${condition.field}`} className={css.conditionRow}>
            <span className={css.joint}>{i === 0 ? t('conditions') : t('and')}</span>
            <ConditionEditor
              condition={condition}
              problemOf={(field) => problemOf(`conditions[${i}].${field}`)}
              removeLabel={t('removeCondition', { place: i + 1 })}
              onRemove={rule.conditions.length > 1 ? () => onChange({ ...rule, conditions: without(rule.conditions, i) }) : undefined}
              onChange={(next) => onChange({ ...rule, conditions: replaced(rule.conditions, i, next) })}
            />
          </div>
        ))}
        <div>
          <Button
            variant="ghost"
            size="sm"
            icon={<IconPlus aria-hidden="true" />}
            disabled={rule.conditions.length >= MAX_CONDITIONS}
            onClick={() => onChange({ ...rule, conditions: [...rule.conditions, newCondition('country')] })}
          >
            {t('addCondition')}
          </Button>
        </div>
      </div>
      <div className={css.pair}>
        <TextField
          label={t('ruleDestination')}
          type="url"
          inputMode="url"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://example.com/app"
          value={rule.destination}
          {...(problem ? { error: problem } : {})}
          onChange={({ target }) => onChange({ ...rule, destination: target.value })}
        />
        <TextField
          label={t('ruleName')}
          hint={t('ruleNameHint')}
          optional
          maxLength={80}
          value={rule.name}
          onChange={({ target }) => onChange({ ...rule, name: target.value })}
        />
      </div>
    </section>
  );
}
