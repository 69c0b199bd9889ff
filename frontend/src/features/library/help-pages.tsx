import { IconApi, IconHeartbeat, IconMail } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { usePageMeta } from '../../lib/use-page-meta';
import { t } from '../../messages/en/library';
import { faq } from '../../messages/en/library-faq';
import { ArticlePage } from './article-page';
import { CategoryPage } from './category-page';
import { help } from './help-library';
import css from './library.module.css';
import { LibraryIndex } from './library-index';

const popular = [
  { to: '/help/links/link-not-working', label: t('popularBroken') },
  { to: '/help/qr-codes/does-not-scan', label: t('popularScan') },
  { to: '/help/account/cannot-sign-in', label: t('popularSignIn') },
  { to: '/help/billing/cancel', label: t('popularCancel') },
];

const ways = [
  { to: '/contact', Icon: IconMail, title: t('stillStuck'), text: t('stillStuckText') },
  { to: '/docs', Icon: IconApi, title: t('docsTitle'), text: t('docsCardText') },
  { to: '/status', Icon: IconHeartbeat, title: t('statusCardTitle'), text: t('statusCardText') },
];

const jsonLd = {
  '@context': 'https://schema.org',
  '@type': 'FAQPage',
  mainEntity: faq.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
};

/** /help */
export function HelpPage() {
  usePageMeta({ title: help.name, description: t('helpDescription'), jsonLd });
  return (
    <LibraryIndex library={help} lead={t('helpLead')} popular={popular}>
      <section className={css.faq}>
        <h2>{t('faqTitle')}</h2>
        {faq.map(({ question, answer }) => (
          <details key={question}>
            <summary>{question}</summary>
            <p>{answer}</p>
          </details>
        ))}
      </section>
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

/** /help/{category} */
export function HelpCategoryPage() {
  return <CategoryPage library={help} />;
}

/** /help/{category}/{article} */
export function HelpArticlePage() {
  return <ArticlePage library={help} />;
}
