import { usePageMeta } from '../../lib/use-page-meta';
import { t } from '../../messages/en/common';
import { ButtonLink } from '../button/button';
import css from './not-found.module.css';

/** An address with nothing behind it. */
export function NotFound() {
  usePageMeta({ title: t('notFoundTitle'), description: t('notFoundText'), hidden: true });
  return (
    <div className={css.missing}>
      <p className={css.code}>404</p>
      <h1>{t('notFoundTitle')}</h1>
      <p className={css.text}>{t('notFoundText')}</p>
      <div className={css.ways}>
        <ButtonLink to="/" variant="primary">
          {t('goHome')}
        </ButtonLink>
        <ButtonLink to="/help">{t('goHelp')}</ButtonLink>
      </div>
    </div>
  );
}
