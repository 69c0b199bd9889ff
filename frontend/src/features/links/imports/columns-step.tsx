import { useState } from 'react';
import { messageOf } from '../../../api/api-error';
import { Banner } from '../../../components/banner/banner';
import { Button } from '../../../components/button/button';
import { Select } from '../../../components/select/select';
import { t } from '../../../messages/en/links-import';
import type { ChosenFile } from './import-dialog';
import { useStartImportMutation } from './imports.api';
import css from './imports.module.css';

const FIELDS = [
  { value: 'originalUrl', label: t('field_originalUrl') },
  { value: 'customAlias', label: t('field_customAlias') },
  { value: 'shortUrl', label: t('field_shortUrl') },
  { value: 'title', label: t('field_title') },
  { value: 'description', label: t('field_description') },
  { value: 'tags', label: t('field_tags') },
  { value: 'password', label: t('field_password') },
  { value: 'startsAt', label: t('field_startsAt') },
  { value: 'expiresAt', label: t('field_expiresAt') },
  { value: 'maxClicks', label: t('field_maxClicks') },
  { value: 'redirectType', label: t('field_redirectType') },
  { value: 'forwardQuery', label: t('field_forwardQuery') },
  { value: 'domain', label: t('field_domain') },
];
const SOURCES: Record<string, string> = { bitly: 'Bitly', dub: 'Dub', kutt: 'Kutt', yourls: 'YOURLS', shlink: 'Shlink', linqr: 'Linqr' };

interface ColumnsStepProps {
  chosen: ChosenFile;
  onBack: () => void;
  onStarted: (importId: string) => void;
}

/** Second step: what each column becomes, with the first rows to judge by. */
export function ColumnsStep({ chosen: { file, preview, key }, onBack, onStarted }: ColumnsStepProps) {
  const [startImport, { isLoading }] = useStartImportMutation();
  const [fields, setFields] = useState(() => preview.columns.map(({ field }) => field ?? ''));
  const [problem, setProblem] = useState<string>();
  const named = fields.filter(Boolean);
  const twice = named.find((field, index) => named.indexOf(field) !== index);
  const wrong = !named.includes('originalUrl')
    ? t('needsDestination')
    : twice
      ? t('twice', { field: FIELDS.find(({ value }) => value === twice)?.label ?? twice })
      : undefined;
  const isWhole = file.size <= 256 * 1024;

  const start = async () => {
    setProblem(undefined);
    try {
      onStarted((await startImport({ content: file, fileName: file.name, columns: fields, key }).unwrap()).id);
    } catch (error) {
      setProblem(messageOf(error, t('startFailed')));
    }
  };

  const source = SOURCES[preview.source];
  return (
    <div className={css.stack}>
      <div className={css.fileLine}>
        <strong className={css.recentName}>{file.name}</strong>
        <span className={css.muted}>{isWhole ? t('rows', { count: preview.rows }) : t('rowsAtLeast', { count: preview.rows })}</span>
      </div>
      {source && preview.source !== 'linqr' && <Banner tone="info">{t('source', { name: source })}</Banner>}
      {preview.encoding !== 'utf-8' && <Banner tone="warning">{t('encoding', { name: preview.encoding })}</Banner>}
      <p className={css.muted}>{t('columnsText')}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: wide files scroll inside, also by keyboard */}
      <div className={css.scroll} tabIndex={0} role="region" aria-label={t('columns')}>
        <table className={css.table} data-stacked>
          <thead>
            <tr>
              <th scope="col">{t('columnHeader')}</th>
              <th scope="col">{t('columnSample')}</th>
              <th scope="col">{t('columnField')}</th>
            </tr>
          </thead>
          <tbody>
            {preview.columns.map(({ header }, index) => {
              const name = header || t('unnamed', { number: index + 1 });
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place in the file; headers may repeat
                <tr key={index}>
                  <th scope="row">{name}</th>
                  <td>
                    <div className={css.sample}>
                      {preview.samples
                        .slice(0, 2)
                        .map((cells) => cells[index])
                        .filter(Boolean)
                        .join(' · ') || '–'}
                    </div>
                  </td>
                  <td>
                    <Select
                      label={t('fieldOf', { column: name })}
                      hideLabel
                      options={[{ value: '', label: t('ignored') }, ...FIELDS]}
                      value={fields[index] ?? ''}
                      onChange={({ target }) => setFields(fields.map((field, at) => (at === index ? target.value : field)))}
                    />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {(problem ?? wrong) && (
        <p className={css.problem} role="alert">
          {problem ?? wrong}
        </p>
      )}
      <div className={css.buttons}>
        <Button onClick={onBack}>{t('another')}</Button>
        <Button variant="primary" loading={isLoading} disabled={wrong !== undefined} onClick={() => void start()}>
          {t('start')}
        </Button>
      </div>
    </div>
  );
}
