import type { ReactNode } from 'react';
import { t } from '../../messages/en/marketing';
import css from './feature-grid.module.css';
import { ApiPicture, CodePicture, FiguresPicture, LocksPicture, PrivacyPicture, RedirectPicture } from './feature-pictures';

function Tile({ title, text, picture, wide }: { title: string; text: string; picture: ReactNode; wide?: boolean }) {
  return (
    <article className={css.tile} data-wide={wide ? '' : undefined}>
      <div className={css.picture} aria-hidden="true">
        {picture}
      </div>
      <div className={css.words}>
        <h3>{title}</h3>
        <p>{text}</p>
      </div>
    </article>
  );
}

/** What the product does, each with a small drawing made of the app's own parts. */
export function FeatureGrid() {
  return (
    <div className={css.grid}>
      <Tile wide title={t('f1Title')} text={t('f1Text')} picture={<RedirectPicture />} />
      <Tile title={t('f2Title')} text={t('f2Text')} picture={<CodePicture />} />
      <Tile title={t('f4Title')} text={t('f4Text')} picture={<PrivacyPicture />} />
      <Tile wide title={t('f3Title')} text={t('f3Text')} picture={<FiguresPicture />} />
      <Tile title={t('f5Title')} text={t('f5Text')} picture={<LocksPicture />} />
      <Tile wide title={t('f6Title')} text={t('f6Text')} picture={<ApiPicture />} />
    </div>
  );
}
