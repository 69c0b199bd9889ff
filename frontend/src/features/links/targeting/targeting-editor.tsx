import { RuleList } from './rule-list';
import { type Targeting } from './targeting';
import css from './targeting.module.css';
import { TestBox } from './test-box';
import { VariantList } from './variant-list';

export interface TargetingEditorProps {
  targeting: Targeting;
  /** Of the link itself. */
  destination: string;
  /** What the server found wrong, by field: `rules[0].destination`. */
  problems: Readonly<Record<string, string>>;
  onChange: (targeting: Targeting) => void;
}

/** Rules, variants, and a box to try them. */
export function TargetingEditor({ targeting, destination, problems, onChange }: TargetingEditorProps) {
  const problemOf = (field: string): string | undefined => problems[field];
  return (
    <div className={css.editor}>
      <RuleList rules={targeting.rules} problemOf={problemOf} onChange={(rules) => onChange({ ...targeting, rules })} />
      <VariantList
        variants={targeting.variants}
        destination={destination}
        problemOf={problemOf}
        onChange={(variants) => onChange({ ...targeting, variants })}
      />
      {targeting.rules.length + targeting.variants.length > 0 && <TestBox targeting={targeting} destination={destination} />}
    </div>
  );
}
