import { IconArrowRight } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { Badge } from '../../components/badge/badge';
import { useTitle } from '../../lib/use-title';
import { t } from '../../messages/en/coming';
import css from './coming-page.module.css';
import { type ComingScreen, screens } from './screens';

/** A screen that is not built yet: says what it will be and what works meanwhile. No control that does nothing. */
export function ComingPage({ screen }: { screen: ComingScreen }) {
  const { title, text, Icon, meanwhile } = screens[screen];
  useTitle(title);
  return (
    <div className={css.page}>
      <div className={css.panel}>
        <span className={css.icon}>
          <Icon aria-hidden="true" />
        </span>
        <Badge tone="warning">{t('badge')}</Badge>
        <h1>{title}</h1>
        <p className={css.text}>{text}</p>
        <h2>{t('now')}</h2>
        <ul role="list" className={css.list}>
          {meanwhile.map(({ to, href, label }) => (
            <li key={label}>
              {to ? (
                <Link to={to}>
                  {label}
                  <IconArrowRight aria-hidden="true" />
                </Link>
              ) : (
                <a href={href}>
                  {label}
                  <IconArrowRight aria-hidden="true" />
                </a>
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
