import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { LinkVariant } from '../../../api/types';
import { Button } from '../../../components/button/button';
import { TextField } from '../../../components/field/text-field';
import { IconButton } from '../../../components/icon-button/icon-button';
import { formatPercent } from '../../../lib/format/format';
import { t } from '../../../messages/en/targeting';
import { MAX_VARIANTS, newVariant, replaced, shareOf, without } from './targeting';
import css from './targeting.module.css';

interface VariantListProps {
  variants: LinkVariant[];
  /** Of the link: what the first variant starts from. */
  destination: string;
  problemOf: (field: string) => string | undefined;
  onChange: (variants: LinkVariant[]) => void;
}

export function VariantList({ variants, destination, problemOf, onChange }: VariantListProps) {
  const problem = problemOf('variants');
  return (
    <div className={css.part}>
      <div className={css.partHead}>
        <h3 className={css.partTitle}>{t('variants')}</h3>
        <p className={css.partHint}>{t('variantsHint')}</p>
      </div>
      {variants.length > 0 && (
        <ol className={css.list}>
          {variants.map((variant, i) => (
            <li key={variant.id}>
              <VariantEditor
                variant={variant}
                place={i + 1}
                share={shareOf(variant, variants)}
                problemOf={(field) => problemOf(`variants[${i}].${field}`)}
                onChange={(next) => onChange(replaced(variants, i, next))}
                onRemove={() => onChange(without(variants, i))}
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
          disabled={variants.length >= MAX_VARIANTS}
          title={variants.length >= MAX_VARIANTS ? t('tooManyVariants') : undefined}
          onClick={() => onChange(variants.length === 0 ? [newVariant(destination), newVariant()] : [...variants, newVariant()])}
        >
          {variants.length === 0 ? t('split') : t('addVariant')}
        </Button>
      </div>
    </div>
  );
}

interface VariantEditorProps {
  variant: LinkVariant;
  place: number;
  /** 0 to 1. */
  share: number;
  problemOf: (field: string) => string | undefined;
  onChange: (variant: LinkVariant) => void;
  onRemove: () => void;
}

function VariantEditor({ variant, place, share, problemOf, onChange, onRemove }: VariantEditorProps) {
  const problem = problemOf('destination');
  const weightProblem = problemOf('weight');
  return (
    <section className={css.variant} aria-label={t('variantOf', { place })}>
      <TextField
        label={t('variantDestination')}
        type="url"
        inputMode="url"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        placeholder="https://example.com/b"
        value={variant.destination}
        {...(problem ? { error: problem } : {})}
        onChange={({ target }) => onChange({ ...variant, destination: target.value })}
      />
      <TextField
        label={t('ruleName')}
        optional
        maxLength={80}
        value={variant.name}
        onChange={({ target }) => onChange({ ...variant, name: target.value })}
      />
      <TextField
        label={t('weight')}
        type="number"
        min={0}
        max={1000}
        step={1}
        hint={t('share', { percent: formatPercent(share) })}
        value={String(variant.weight)}
        {...(weightProblem ? { error: weightProblem } : {})}
        onChange={({ target }) => onChange({ ...variant, weight: Math.min(1_000, Math.max(0, Math.trunc(target.valueAsNumber || 0))) })}
      />
      <IconButton label={t('removeVariant', { place })} icon={<IconTrash aria-hidden="true" />} onClick={onRemove} />
    </section>
  );
}
