import { IconPlus } from '@tabler/icons-react';
import { type DragEvent, useRef, useState } from 'react';
import type { LinkRule } from '../../../api/types';
import { Button } from '../../../components/button/button';
import { t } from '../../../messages/en/targeting';
import { RuleEditor } from './rule-editor';
import { MAX_RULES, moved, newRule, replaced, without } from './targeting';
import css from './targeting.module.css';

interface RuleListProps {
  rules: LinkRule[];
  problemOf: (field: string) => string | undefined;
  onChange: (rules: LinkRule[]) => void;
}

export function RuleList({ rules, problemOf, onChange }: RuleListProps) {
  const list = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<number>();
  const [over, setOver] = useState<number>();
  const [told, setTold] = useState('');

  const move = (from: number, to: number) => {
    if (to < 0 || to >= rules.length || to === from) return;
    onChange(moved(rules, from, to));
    setTold(t('movedTo', { place: to + 1, count: rules.length }));
    // The grip goes along with its rule, and the focus with the grip.
    requestAnimationFrame(() => list.current?.children[to]?.querySelector<HTMLElement>('[data-grip]')?.focus());
  };
  const endDrag = () => {
    setDragged(undefined);
    setOver(undefined);
  };
  const onDrop = (event: DragEvent, at: number) => {
    event.preventDefault();
    if (dragged !== undefined) move(dragged, at);
    endDrag();
  };
  const problem = problemOf('rules');

  return (
    <div className={css.part}>
      <div className={css.partHead}>
        <h3 className={css.partTitle}>{t('rules')}</h3>
        <p className={css.partHint}>{t('rulesHint')}</p>
      </div>
      {rules.length > 0 && (
        <ol ref={list} className={css.list}>
          {rules.map((rule, i) => (
            <li
              key={rule.id}
              draggable={dragged === i}
              data-dragged={dragged === i ? '' : undefined}
              data-over={over === i && dragged !== i ? '' : undefined}
              // Only the grip makes a rule draggable: text in its fields stays selectable.
              onPointerDown={({ target }) => {
                if (target instanceof Element && target.closest('[data-grip]')) setDragged(i);
              }}
              onPointerUp={endDrag}
              onDragStart={(event) => event.dataTransfer.setData('text/plain', rule.id)}
              onDragOver={(event) => {
                if (dragged === undefined) return;
                event.preventDefault();
                setOver(i);
              }}
              onDragEnd={endDrag}
              onDrop={(event) => onDrop(event, i)}
            >
              <RuleEditor
                rule={rule}
                place={i + 1}
                count={rules.length}
                problemOf={(field) => problemOf(`rules[${i}].${field}`)}
                onChange={(next) => onChange(replaced(rules, i, next))}
                onMove={(by) => move(i, i + by)}
                onRemove={() => onChange(without(rules, i))}
              />
            </li>
          ))}
        </ol>
      )}
      {problem && (
        <p className={css.problem} role="alert">
          {problem}
        </p>
      )}
      <div>
        <Button
          size="sm"
          icon={<IconPlus aria-hidden="true" />}
          disabled={rules.length >= MAX_RULES}
          title={rules.length >= MAX_RULES ? t('tooManyRules') : undefined}
          onClick={() => onChange([...rules, newRule()])}
        >
          {t('addRule')}
        </Button>
      </div>
      <span className="visually-hidden" role="status">
        {told}
      </span>
    </div>
  );
}
