import { IconArrowDown, IconCalendarOff, IconClick, IconLink, IconLock } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Badge } from '../../components/badge/badge';
import { drawQr } from '../../lib/qr/draw-qr';
import { useNear } from '../../lib/use-near';
import { t } from '../../messages/en/marketing';
import css from './feature-pictures.module.css';

/** One short link whose destination was changed. */
export function RedirectPicture() {
  return (
    <div className={css.redirect}>
      <div className={css.chip}>
        <IconLink />
        <span>
          {t('exampleHost')}
          <strong>{t('exampleShort')}</strong>
        </span>
      </div>
      <IconArrowDown className={css.arrow} />
      <div className={css.chip} data-old="">
        <span>{t('exampleFrom')}</span>
      </div>
      <div className={css.chip} data-new="">
        <span>{t('exampleNow')}</span>
        <Badge tone="accent">{t('exampleEdited')}</Badge>
      </div>
    </div>
  );
}

const looks = [{ style: 'square' as const }, { style: 'rounded' as const, color: '#0b6b4f' }, { style: 'dot' as const, color: '#131a16' }];

/** Three real codes of this site, drawn by the product's own renderer. */
export function CodePicture() {
  const [codes, setCodes] = useState<string[]>([]);
  const box = useRef<HTMLDivElement>(null);
  const isNear = useNear(box);
  useEffect(() => {
    if (!isNear) return;
    let gone = false;
    Promise.all(looks.map((look) => drawQr(window.location.origin, look))).then(
      (drawn) => {
        if (!gone) setCodes(drawn);
      },
      () => undefined, // decoration: without the renderer the frames stay empty
    );
    return () => {
      gone = true;
    };
  }, [isNear]);
  return (
    <div ref={box} className={css.codes}>
      {looks.map((look, index) => (
        <span key={look.style} className={css.code}>
          {codes[index] && <img src={codes[index]} alt="" width={112} height={112} />}
        </span>
      ))}
    </div>
  );
}

const line = 'M0 74 C 24 70 36 58 60 60 S 96 40 120 44 S 160 58 184 40 S 228 18 252 26 S 296 20 320 8';
const before = 'M0 84 C 30 80 44 76 66 78 S 104 66 128 70 S 170 60 190 66 S 232 52 256 56 S 300 48 320 46';
const bars = [t('sourceA'), t('sourceB'), t('sourceC')];

/** A chart with the period before and a ranking; no figures, because they would be invented. */
export function FiguresPicture() {
  return (
    <div className={css.figures}>
      <svg viewBox="0 0 320 100" preserveAspectRatio="none" aria-hidden="true">
        <path className={css.area} d={`${line} L320 100 L0 100 Z`} />
        <path className={css.before} d={before} />
        <path className={css.line} d={line} />
      </svg>
      <div className={css.bars}>
        {bars.map((bar) => (
          <div key={bar} className={css.barRow}>
            <span className={css.bar} />
            <span className={css.barLabel}>{bar}</span>
          </div>
        ))}
      </div>
    </div>
  );
}

/** An address that is hashed and forgotten. */
export function PrivacyPicture() {
  return (
    <div className={css.privacy}>
      <code className={css.struck}>198.51.100.24</code>
      <IconArrowDown className={css.arrow} />
      <code>9f2c·e71a·04bd</code>
      <Badge>{t('notStored')}</Badge>
    </div>
  );
}

export function LocksPicture() {
  return (
    <div className={css.locks}>
      <span>
        <IconLock />
        {t('lockExample')}
      </span>
      <span>
        <IconCalendarOff />
        {t('expiryExample')}
      </span>
      <span>
        <IconClick />
        {t('capExample')}
      </span>
    </div>
  );
}

/** The real call, as the API takes it. */
export function ApiPicture() {
  return (
    <pre className={css.code2}>
      <span className={css.dim}>POST</span> /api/v1/urls/shorten{'\n'}
      <span className={css.dim}>Authorization:</span> Bearer lq_live_…{'\n\n'}
      {'{ '}
      <span className={css.key}>"originalUrl"</span>: "https://yourshop.com/summer",{'\n'}
      {'  '}
      <span className={css.key}>"customAlias"</span>: "poster" {'}'}
    </pre>
  );
}
