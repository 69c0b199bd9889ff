import { t } from '../../messages/en/marketing';
import { type PictureFiles, type PictureName, pictures } from './pictures';
import css from './screenshot.module.css';

const texts: Record<PictureName, string> = { overview: t('shotOverview'), links: t('shotLinks'), designer: t('shotDesigner') };

/** Wide screens see the app as it is on a desk, narrow ones as it is on a phone. Only the theme that shows is fetched. */
function Theme({ files, text, theme }: { files: PictureFiles; text: string; theme: 'light' | 'dark' }) {
  return (
    <picture className={css[theme]}>
      <source media="(max-width: 44rem)" type="image/avif" srcSet={files.phoneAvif} width={780} height={1120} />
      <source media="(max-width: 44rem)" srcSet={files.phoneWebp} width={780} height={1120} />
      <source type="image/avif" srcSet={`${files.wideAvif960} 960w, ${files.wideAvif1920} 1920w`} sizes="(max-width: 76rem) 92vw, 72rem" />
      <img src={files.wideWebp} alt={text} width={1920} height={1200} loading="lazy" decoding="async" />
    </picture>
  );
}

/** A screen of the app, out of the running product (`npm run pictures`). */
export function Screenshot({ of }: { of: PictureName }) {
  const { light, dark } = pictures[of];
  return (
    <figure className={css.frame}>
      <Theme files={light} text={texts[of]} theme="light" />
      <Theme files={dark} text={texts[of]} theme="dark" />
    </figure>
  );
}
