import { IconApi, IconHeartbeat, IconLifebuoy } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { usePageMeta } from '../../lib/use-page-meta';
import { t } from '../../messages/en/library';
import { ArticlePage } from './article-page';
import { CategoryPage } from './category-page';
import { docs } from './docs-library';
import css from './library.module.css';
import { LibraryIndex } from './library-index';

const popular = [
  { to: '/docs/api', label: t('popularApi') },
  { to: '/docs/webhooks', label: t('popularWebhooks') },
  { to: '/docs/custom-domains', label: t('popularDomains') },
  { to: '/docs/analytics', label: t('popularAnalytics') },
];

const ways = [
  { to: '/api', Icon: IconApi, title: t('apiCardTitle'), text: t('apiCardText') },
  { to: '/help', Icon: IconLifebuoy, title: t('helpTitle'), text: t('helpLead') },
  { to: '/status', Icon: IconHeartbeat, title: t('statusCardTitle'), text: t('statusCardText') },
];

/** /docs */
export function DocsPage() {
  usePageMeta({ title: docs.name, description: t('docsLead') });
  return (
    <LibraryIndex library={docs} lead={t('docsLead')} popular={popular}>
      <div className={css.ways}>
        {ways.map(({ to, Icon, title, text }) => (
          <Link key={to} to={to} className={css.way}>
            <Icon aria-hidden="true" />
            <span>
              <strong>{title}</strong>
              <small>{text}</small>
            </span>
          </Link>
        ))}
      </div>
    </LibraryIndex>
  );
}

/** /docs/{category} */
export function DocsCategoryPage() {
  return <CategoryPage library={docs} />;
}

/** /docs/{category}/{topic} */
export function DocsArticlePage() {
  return <ArticlePage library={docs} />;
}
