import type { QrCode } from '../../../api/types';
import { SegmentedControl } from '../../../components/segmented-control/segmented-control';
import { t } from '../../../messages/en/qr-designer';
import css from './designer.module.css';
import type { Designer } from './use-designer';

/** Which of a website code's two addresses the picture holds. */
export function EncodeSection({ code, designer }: { code: QrCode; designer: Designer }) {
  if (code.type !== 'url') return null;
  return (
    <fieldset className={css.stack}>
      <legend className={css.legend}>{t('encode')}</legend>
      {code.shortUrl ? (
        <>
          <SegmentedControl
            label={t('encode')}
            value={designer.encodes}
            options={[
              { value: 'qrUrl', label: t('encodeQr') },
              { value: 'shortUrl', label: t('encodeShort') },
            ]}
            onChange={designer.setEncodes}
          />
          <p className={css.note}>
            {designer.payload.replace(/^https?:\/\//, '')}. {t('encodeHint')}
          </p>
        </>
      ) : (
        <p className={css.note}>
          {designer.payload.replace(/^https?:\/\//, '')}. {t('encodeNone')}
        </p>
      )}
    </fieldset>
  );
}
