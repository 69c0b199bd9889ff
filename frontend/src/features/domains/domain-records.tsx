import type { ReactNode } from 'react';
import type { OwnDomain } from '../../api/domains.api';
import { Badge } from '../../components/badge/badge';
import { CopyButton } from '../../components/copy-button/copy-button';
import { DataTable } from '../../components/data-table/data-table';
import { t } from '../../messages/en/domains';
import css from './domains.module.css';

interface DnsRecord {
  type: string;
  name: string;
  value: string;
  found: boolean;
}

function Copied({ text, label }: { text: string; label: string }): ReactNode {
  return (
    <span className={css.copied}>
      <code>{text}</code>
      <CopyButton value={text} label={label} />
    </span>
  );
}

/** The two records to set, ready to copy, and which of them were seen. */
export function DomainRecords({ domain }: { domain: OwnDomain }) {
  const records: DnsRecord[] = [
    { type: 'CNAME', name: domain.host, value: domain.cnameTarget, found: domain.pointsHere },
    { type: 'TXT', name: domain.txtName, value: domain.txtValue, found: domain.txtFound },
  ];
  return (
    <div className={css.stack}>
      <p className={css.muted}>{t('records')}</p>
      <DataTable
        caption={t('recordsOf', { host: domain.host })}
        rows={records}
        rowKey={({ type }) => type}
        columns={[
          { key: 'type', header: t('type'), cell: ({ type }) => type },
          { key: 'name', header: t('name'), cell: ({ name }) => <Copied text={name} label={t('copyName')} /> },
          { key: 'value', header: t('value'), cell: ({ value }) => <Copied text={value} label={t('copyValue')} /> },
          {
            key: 'found',
            header: t('status'),
            cell: ({ found }) => <Badge tone={found ? 'success' : 'neutral'}>{found ? t('found') : t('missing')}</Badge>,
          },
        ]}
      />
      <p className={css.muted}>{t('apex', { target: domain.cnameTarget })}</p>
    </div>
  );
}
