import { useState, useSyncExternalStore } from 'react';
import { cx } from '../../lib/cx';
import { t } from '../../messages/en/library';
import type { Sample } from '../article/article.types';
import { CopyButton } from '../copy-button/copy-button';
import css from './code-block.module.css';

/** The language last chosen on any sample: all of them follow it. Kept for as long as the page lives. */
let preferred = '';
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
function prefer(label: string): void {
  preferred = label;
  for (const listener of listeners) listener();
}

export const textOf = (sample: Sample): string => sample.parts.map(([text]) => text).join('');

/** A code sample in one or several languages, with its copy button. */
export function CodeBlock({ samples, label = t('code') }: { samples: readonly Sample[]; label?: string }) {
  const wanted = useSyncExternalStore(
    subscribe,
    () => preferred,
    () => '',
  );
  const [own, setOwn] = useState('');
  const shown = samples.find((s) => s.label === wanted) ?? samples.find((s) => s.label === own) ?? samples[0];
  if (!shown) return null;
  return (
    <div className={css.box}>
      <div className={css.head}>
        {samples.length > 1 ? (
          <fieldset className={css.languages} aria-label={t('language')}>
            {samples.map((sample) => (
              <button
                key={sample.label}
                type="button"
                className={css.language}
                aria-pressed={sample === shown}
                onClick={() => {
                  setOwn(sample.label);
                  prefer(sample.label);
                }}
              >
                {sample.label}
              </button>
            ))}
          </fieldset>
        ) : (
          <span className={css.only}>{shown.label}</span>
        )}
        <CopyButton value={textOf(shown)} label={t('copyCode')} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <pre className={css.code} tabIndex={0} role="group" aria-label={`${label}, ${shown.label}`}>
        <code>
          {shown.parts.map(([text, tone], index) =>
            tone ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sample never change
              <span key={index} className={cx(css[tone])}>
                {text}
              </span>
            ) : (
              text
            ),
          )}
        </code>
      </pre>
    </div>
  );
}
