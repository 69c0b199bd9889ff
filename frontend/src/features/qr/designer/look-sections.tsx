import { QR_ERROR_CORRECTION_LEVELS, type QrDesign } from '@linqr/qr-render';
import { Checkbox } from '../../../components/checkbox/checkbox';
import { ColorField } from '../../../components/color-field/color-field';
import { TextField } from '../../../components/field/text-field';
import { PicturePicker } from '../../../components/picture-picker/picture-picker';
import { RangeField } from '../../../components/range-field/range-field';
import { Select } from '../../../components/select/select';
import { t } from '../../../messages/en/qr-designer';
import css from './designer.module.css';
import { cornerPictures, framePictures, patternPictures } from './pictures';
import type { Designer } from './use-designer';

/** The longest text the renderer takes in a frame. */
const FRAME_TEXT = 32;

export function PatternSection({ designer: { design, change } }: { designer: Designer }) {
  return <PicturePicker label={t('pattern')} value={design.style} options={patternPictures} onChange={(style) => change({ style })} />;
}

export function CornerSection({ designer: { design, change } }: { designer: Designer }) {
  return (
    <div className={css.stack}>
      <PicturePicker
        label={t('corners')}
        value={design.cornerStyle}
        options={cornerPictures}
        onChange={(cornerStyle) => change({ cornerStyle })}
      />
      <div className={css.pair}>
        <ColorField
          label={t('cornerColor')}
          value={design.cornersUseCodeColor ? (design.gradient?.from ?? design.foregroundColor) : design.cornerColor}
          disabled={design.cornersUseCodeColor}
          onChange={(cornerColor) => change({ cornerColor })}
        />
        <div className={css.besideField}>
          <Checkbox
            label={t('useCodeColor')}
            checked={design.cornersUseCodeColor}
            onCheckedChange={(cornersUseCodeColor) => change({ cornersUseCodeColor })}
          />
        </div>
      </div>
    </div>
  );
}

export function FrameSection({ designer: { design, change } }: { designer: Designer }) {
  return (
    <div className={css.stack}>
      <PicturePicker label={t('frame')} value={design.frame} options={framePictures} onChange={(frame) => change({ frame })} />
      {design.frame !== 'none' && (
        <div className={css.pair}>
          <TextField
            label={t('frameText')}
            maxLength={FRAME_TEXT}
            value={design.frameText}
            onChange={(event) => change({ frameText: event.target.value })}
          />
          <ColorField label={t('frameColor')} value={design.frameColor} onChange={(frameColor) => change({ frameColor })} />
        </div>
      )}
    </div>
  );
}

const corrections = {
  L: t('correctionL'),
  M: t('correctionM'),
  Q: t('correctionQ'),
  H: t('correctionH'),
};

export function SizeSection({ designer }: { designer: Designer }) {
  const { design, change } = designer;
  return (
    <div className={css.pair}>
      <TextField
        label={t('imageSize')}
        inputMode="numeric"
        suffix={<span className={css.unit}>{t('pixels')}</span>}
        maxLength={4}
        value={designer.size}
        error={designer.sizeValid ? undefined : t('sizeInvalid', { min: 64, max: 4096 })}
        hint={
          designer.sizeValid && Number(designer.size) < designer.minimumSize ? t('sizeGrows', { min: designer.minimumSize }) : undefined
        }
        onChange={(event) => designer.setSize(event.target.value)}
      />
      <Select
        label={t('correction')}
        options={QR_ERROR_CORRECTION_LEVELS.map((level) => ({ value: level, label: corrections[level] }))}
        value={design.errorCorrectionLevel}
        onChange={(event) => change({ errorCorrectionLevel: event.target.value as QrDesign['errorCorrectionLevel'] })}
      />
      <RangeField
        label={t('margin')}
        min={2}
        max={20}
        value={design.margin}
        text={t('modules', { count: design.margin })}
        onChange={(margin) => change({ margin })}
      />
    </div>
  );
}
