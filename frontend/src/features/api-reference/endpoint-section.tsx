import { IconChevronRight, IconLock, IconWorld } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Badge } from '../../components/badge/badge';
import { CodeBlock } from '../../components/code-block/code-block';
import { appOrigin } from '../../lib/origins';
import { t } from '../../messages/en/api-reference';
import css from './api-reference.module.css';
import type { OpenApiDocument } from './openapi.types';
import { curlOf, type Endpoint } from './operations';
import { exampleOf, type FieldRow, fieldsOf } from './schema-fields';

export function Method({ name }: { name: string }) {
  return (
    <span className={css.method} data-method={name}>
      {name === 'DELETE' ? 'DEL' : name}
    </span>
  );
}

function Fields({ title, rows }: { title: string; rows: readonly FieldRow[] }) {
  if (rows.length === 0) return null;
  return (
    <div className={css.fields}>
      <h4>{title}</h4>
      <ul role="list">
        {rows.map((row) => (
          <li key={row.path}>
            <p>
              <code>{row.path}</code> <span className={css.type}>{row.type}</span>
              {row.required && <span className={css.required}>{t('required')}</span>}
            </p>
            {row.notes.length > 0 && <p className={css.notes}>{row.notes.join('. ')}</p>}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Folded up at first; what is inside is made when it is opened. */
function Fold({ title, children }: { title: string; children: () => ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <details className={css.fold} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <IconChevronRight aria-hidden="true" />
        {title}
      </summary>
      {open && children()}
    </details>
  );
}

const json = (value: unknown) => [{ label: 'JSON', parts: [[JSON.stringify(value, null, 2)]] as [string][] }];

/** One call: what it takes, what it answers, what can go wrong. */
export function EndpointSection({ endpoint, document }: { endpoint: Endpoint; document: OpenApiDocument }) {
  const parameters: FieldRow[] = endpoint.parameters.map((parameter) => {
    const schema = { type: 'object', properties: { [parameter.name]: parameter.schema ?? {} } };
    const [row] = fieldsOf(schema, document);
    return {
      path: parameter.name,
      type: row?.type ?? '',
      required: parameter.required ?? false,
      notes: [...(parameter.description ? [parameter.description] : []), ...(row?.notes ?? [])],
    };
  });
  const inPath = endpoint.parameters.filter((parameter) => parameter.in === 'path').length;
  const answer = fieldsOf(endpoint.answer, document);
  return (
    <section className={css.endpoint} aria-labelledby={`${endpoint.id} ${endpoint.id}-call`}>
      <header className={css.endpointHead}>
        <h3 id={endpoint.id} tabIndex={-1}>
          {endpoint.summary}
        </h3>
        {/* Summaries repeat; together with the call they name one section. */}
        <p className={css.path} id={`${endpoint.id}-call`}>
          <Method name={endpoint.method} />
          <code>{endpoint.path}</code>
          {endpoint.open ? (
            <Badge icon={<IconWorld aria-hidden="true" />}>{t('open')}</Badge>
          ) : (
            <Badge icon={<IconLock aria-hidden="true" />}>{t('keyNeeded')}</Badge>
          )}
        </p>
        {endpoint.description && <p className={css.notes}>{endpoint.description}</p>}
      </header>
      <Fields title={t('inPath')} rows={parameters.filter((_row, index) => endpoint.parameters[index]?.in === 'path')} />
      {parameters.length > inPath && (
        <Fields title={t('inQuery')} rows={parameters.filter((_row, index) => endpoint.parameters[index]?.in === 'query')} />
      )}
      <Fields title={t('body')} rows={fieldsOf(endpoint.body, document)} />
      <CodeBlock label={endpoint.summary} samples={[{ label: 'curl', parts: [[curlOf(endpoint, document, appOrigin())]] }]} />
      <div>
        {answer.length > 0 && (
          <Fold title={t('answer', { status: endpoint.status })}>
            {() => (
              <div className={css.inside}>
                <p className={css.notes}>{t('inData')}</p>
                <Fields title={t('answerFields')} rows={answer} />
                <CodeBlock label={t('answerExample')} samples={json({ success: true, data: exampleOf(endpoint.answer, document) })} />
              </div>
            )}
          </Fold>
        )}
        {endpoint.errors.length > 0 && (
          <Fold title={t('errors')}>
            {() => (
              <ul role="list" className={css.codes}>
                {endpoint.errors.flatMap(({ status, codes }) =>
                  codes.map((code) => (
                    <li key={code}>
                      <p>
                        <code>{status}</code> <code>{code}</code>
                      </p>
                      <p className={css.notes}>{document['x-error-codes']?.[code]?.about}</p>
                    </li>
                  )),
                )}
              </ul>
            )}
          </Fold>
        )}
      </div>
    </section>
  );
}
