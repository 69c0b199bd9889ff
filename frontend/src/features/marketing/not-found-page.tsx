import { ButtonLink } from '../../components/button/button';
import { useTitle } from '../../lib/use-title';
import { t } from '../../messages/en/marketing';
import css from './marketing.module.css';

/** Any address that is none of ours. */
export function NotFoundPage() {
  useTitle(t('notFoundTitle'));
  return (
    <div className={css.missing}>
      <p className={css.code}>{t('notFoundCode')}</p>
      <h1>{t('notFoundTitle')}</h1>
      <p className={css.text}>{t('notFoundText')}</p>
      <ButtonLink to="/" variant="primary">
        {t('goHome')}
      </ButtonLink>
    </div>
  );
}
