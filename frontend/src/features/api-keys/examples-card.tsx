import { useState } from 'react';
import { Card } from '../../components/card/card';
import { CopyButton } from '../../components/copy-button/copy-button';
import { SegmentedControl } from '../../components/segmented-control/segmented-control';
import { Select } from '../../components/select/select';
import { t } from '../../messages/en/api-keys';
import css from './api-keys.module.css';
import { type CallKey, calls, exampleCode, keyVariable, type Language, languages } from './example-calls';

const callOptions = (Object.keys(calls) as CallKey[]).map((value) => ({ value, label: calls[value].label }));
const languageOptions = (Object.keys(languages) as Language[]).map((value) => ({ value, label: languages[value] }));

/** Calls to paste, for this installation's own address. */
export function ExamplesCard() {
  const [call, setCall] = useState<CallKey>('shorten');
  const [language, setLanguage] = useState<Language>('curl');
  const code = exampleCode(window.location.origin, call, language);
  return (
    <Card title={t('examplesTitle')} description={t('examplesText', { variable: keyVariable })}>
      <div className={css.stack}>
        <div className={css.choices}>
          <div className={css.call}>
            <Select label={t('call')} options={callOptions} value={call} onChange={(event) => setCall(event.target.value as CallKey)} />
          </div>
          <SegmentedControl label={t('language')} options={languageOptions} value={language} onChange={setLanguage} />
        </div>
        <div className={css.code}>
          <div className={css.codeHead}>
            <span>{languages[language]}</span>
            <CopyButton value={code} label={t('copyCode')} />
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
          <pre tabIndex={0} role="region" aria-label={t('codeOf', { call: calls[call].label, language: languages[language] })}>
            <code>{code}</code>
          </pre>
        </div>
        {call === 'analytics' && <p className={css.muted}>{t('idHint', { id: 'LINK_ID' })}</p>}
      </div>
    </Card>
  );
}
