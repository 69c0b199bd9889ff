import { IconDownload } from '@tabler/icons-react';
import { Badge } from '../../../components/badge/badge';
import { Button } from '../../../components/button/button';
import { DropFile } from '../../../components/drop-file/drop-file';
import { RelativeTime } from '../../../components/relative-time/relative-time';
import { downloadBlob } from '../../../lib/download';
import { t } from '../../../messages/en/links-import';
import { type LinkImport, useImportsQuery } from './imports.api';
import css from './imports.module.css';

const RECENT = 4;
const EXAMPLE = [
  'originalUrl,customAlias,title,description,tags,password,expiresAt,domain',
  'https://example.com/spring,spring-sale,Spring sale,Our spring offers,"sale, spring",,2030-04-30,',
  'https://example.com/menu,,Menu,,restaurant,,,',
].join('\r\n');

const STATES: Record<LinkImport['state'], { tone: 'neutral' | 'info' | 'success' | 'warning' | 'danger'; label: string }> = {
  queued: { tone: 'neutral', label: t('state_queued') },
  running: { tone: 'info', label: t('state_running') },
  done: { tone: 'success', label: t('state_done') },
  cancelled: { tone: 'warning', label: t('state_cancelled') },
  failed: { tone: 'danger', label: t('state_failed') },
};

interface ChooseFileProps {
  busy: boolean;
  problem: string | undefined;
  onFile: (file: File) => void;
  onShow: (importId: string) => void;
}

/** First step: a file, or one of the last imports to look at again. */
export function ChooseFile({ busy, problem, onFile, onShow }: ChooseFileProps) {
  const { data: imports = [] } = useImportsQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <div className={css.stack}>
      <DropFile
        label={t('choose')}
        hint={t('hint')}
        {...(problem ? { error: problem } : {})}
        accept=".csv,.txt,.tsv,text/csv"
        busy={busy}
        onFile={onFile}
      />
      <div>
        <Button
          size="sm"
          variant="ghost"
          icon={<IconDownload aria-hidden="true" />}
          onClick={() => downloadBlob(new Blob([`\uFEFF${EXAMPLE}\r\n`], { type: 'text/csv;charset=utf-8' }), 'linqr-links-example.csv')}
        >
          {t('example')}
        </Button>
      </div>
      {imports.length > 0 && (
        <section aria-label={t('recent')}>
          <h3 className={css.subtitle}>{t('recent')}</h3>
          <ul className={css.recent} role="list">
            {imports.slice(0, RECENT).map((it) => (
              <li key={it.id}>
                <span className={css.recentName}>{it.fileName || t('nameless')}</span>
                <Badge tone={STATES[it.state].tone}>{STATES[it.state].label}</Badge>
                <span className={css.muted}>
                  <RelativeTime at={it.createdAt} />
                </span>
                <Button
                  size="sm"
                  variant="ghost"
                  aria-label={`${t('show')}: ${it.fileName || t('nameless')}`}
                  onClick={() => onShow(it.id)}
                >
                  {t('show')}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
