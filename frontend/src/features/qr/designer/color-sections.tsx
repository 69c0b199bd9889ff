import { PRESET_COLORS, type QrGradient } from '@linqr/qr-render';
import { IconCheck } from '@tabler/icons-react';
import { useId } from 'react';
import { ColorField } from '../../../components/color-field/color-field';
import { RangeField } from '../../../components/range-field/range-field';
import { Select } from '../../../components/select/select';
import { t } from '../../../messages/en/qr-designer';
import css from './designer.module.css';
import type { Designer } from './use-designer';

type Fill = 'single' | QrGradient['type'];

const fills: { value: Fill; label: string }[] = [
  { value: 'single', label: t('single') },
  { value: 'linear', label: t('linear') },
  { value: 'radial', label: t('radial') },
];
/** A second colour to start a gradient with; a contrast of 7 to 1 on white. */
const SECOND_COLOR = '#4338ca';

function PresetColors({ value, onChange }: { value: string; onChange: (color: string) => void }) {
  const name = useId();
  return (
    <fieldset className={css.presets}>
      <legend className="visually-hidden">{t('presetColors')}</legend>
      {PRESET_COLORS.map((preset) => (
        <label key={preset.color} className={css.preset} title={preset.name}>
          <input
            type="radio"
            name={name}
            checked={preset.color === value}
            onChange={() => onChange(preset.color)}
            aria-label={preset.name}
          />
          <span className={css.presetFace} style={{ background: preset.color }}>
            <IconCheck aria-hidden="true" />
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function Gradient({ gradient, onChange }: { gradient: QrGradient; onChange: (gradient: QrGradient) => void }) {
  const radial = gradient.type === 'radial';
  return (
    <>
      <div className={css.pair}>
        <ColorField
          label={radial ? t('gradientInner') : t('gradientFrom')}
          value={gradient.from}
          onChange={(from) => onChange({ ...gradient, from })}
        />
        <ColorField
          label={radial ? t('gradientOuter') : t('gradientTo')}
          value={gradient.to}
          onChange={(to) => onChange({ ...gradient, to })}
        />
      </div>
      {!radial && (
        <RangeField
          label={t('angle')}
          min={0}
          max={360}
          step={15}
          value={gradient.rotation}
          text={t('degrees', { count: gradient.rotation })}
          onChange={(rotation) => onChange({ ...gradient, rotation })}
        />
      )}
    </>
  );
}

/** The colours of code and background: one, two that run into each other, or none behind. */
export function ColorSection({ designer: { design, change } }: { designer: Designer }) {
  const { gradient } = design;
  return (
    <fieldset className={css.stack}>
      <legend className={css.legend}>{t('colors')}</legend>
      <Select
        label={t('codeFill')}
        options={fills}
        value={gradient?.type ?? 'single'}
        onChange={(event) => {
          const fill = event.target.value as Fill;
          if (fill === 'single') change({ gradient: null });
          else change({ gradient: { from: design.foregroundColor, to: SECOND_COLOR, rotation: 45, ...gradient, type: fill } });
        }}
      />
      {gradient ? (
        <Gradient gradient={gradient} onChange={(next) => change({ gradient: next })} />
      ) : (
        <>
          <PresetColors value={design.foregroundColor} onChange={(foregroundColor) => change({ foregroundColor })} />
          <ColorField label={t('codeColor')} value={design.foregroundColor} onChange={(foregroundColor) => change({ foregroundColor })} />
        </>
      )}
      <div className={css.pair}>
        <Select
          label={t('background')}
          options={[
            { value: 'solid', label: t('solid') },
            { value: 'transparent', label: t('transparent') },
          ]}
          value={design.transparentBackground ? 'transparent' : 'solid'}
          onChange={(event) => change({ transparentBackground: event.target.value === 'transparent' })}
        />
        <ColorField
          label={t('backgroundColor')}
          value={design.backgroundColor}
          disabled={design.transparentBackground}
          onChange={(backgroundColor) => change({ backgroundColor })}
        />
      </div>
    </fieldset>
  );
}
