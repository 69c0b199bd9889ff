import { IconArrowUpRight, IconBook, IconDownload, IconFileCode, IconFileText, IconSend } from '@tabler/icons-react';
import { Card } from '../../components/card/card';
import { PageHeader } from '../../components/page-header/page-header';
import { useTitle } from '../../lib/use-title';
import { t } from '../../messages/en/api-keys';
import css from './api-keys.module.css';
import { ExamplesCard } from './examples-card';
import { KeyCard } from './key-card';
import { LimitCard } from './limit-card';

function ReferenceCard() {
  return (
    <Card title={t('referenceTitle')} description={t('referenceText')} padding="none">
      <ul role="list" className={css.links}>
        <li>
          <a href="/api/docs" target="_blank" rel="noreferrer">
            <IconBook aria-hidden="true" />
            <span>
              <strong>{t('openReference')}</strong>
              <small>{t('openReferenceText')}</small>
            </span>
            <IconArrowUpRight aria-hidden="true" />
          </a>
        </li>
        <li>
          <a href="/api/guide.md" download="linqr-api-guide.md">
            <IconFileText aria-hidden="true" />
            <span>
              <strong>{t('guide')}</strong>
              <small>{t('guideText')}</small>
            </span>
            <IconDownload aria-hidden="true" />
          </a>
        </li>
        <li>
          <a href="/api/postman.json" download="linqr.postman_collection.json">
            <IconSend aria-hidden="true" />
            <span>
              <strong>{t('postman')}</strong>
              <small>{t('postmanText')}</small>
            </span>
            <IconDownload aria-hidden="true" />
          </a>
        </li>
        <li>
          <a href="/api/openapi.json" download="linqr-openapi.json">
            <IconFileCode aria-hidden="true" />
            <span>
              <strong>{t('openSpec')}</strong>
              <small>{t('openSpecText')}</small>
            </span>
            <IconDownload aria-hidden="true" />
          </a>
        </li>
      </ul>
    </Card>
  );
}

/** /api-keys: the key, what it may do, and how to use it. */
export function ApiKeysPage() {
  useTitle(t('title'));
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <div className={css.page}>
        <div className={css.column}>
          <KeyCard />
          <ExamplesCard />
        </div>
        <div className={css.column}>
          <LimitCard />
          <ReferenceCard />
        </div>
      </div>
    </>
  );
}
