import { CopyButton } from '../../components/copy-button/copy-button';
import { Dialog } from '../../components/dialog/dialog';
import { formatDateTime, formatNumber } from '../../lib/format/format';
import { t } from '../../messages/en/webhooks';
import type { Delivery } from './webhooks.api';
import css from './webhooks.module.css';

/** JSON for reading; anything else as it is. */
function readable(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2);
  } catch {
    return payload;
  }
}

function Code({ label, text }: { label: string; text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <pre tabIndex={0} role="region" aria-label={label} className={css.code}>
      <code>{text}</code>
    </pre>
  );
}

/** Everything about one delivery: its attempts, what was sent and what came back. */
export function DeliveryDialog({ delivery, onClose }: { delivery: Delivery; onClose: () => void }) {
  const { event, eventId, history, payload, responseBody } = delivery;
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => !open && onClose()}
      title={t('detailsTitle', { event })}
      description={
        <>
          {t('eventId')} <code>{eventId}</code>
        </>
      }
    >
      <div className={css.details}>
        {history.length > 0 && (
          <div>
            <h3>{t('attemptList')}</h3>
            <p className={css.muted}>{t('attemptListHint')}</p>
            <ol role="list" className={css.attempts}>
              {history.map(({ at, durationMs, responseStatus, error }) => (
                <li key={at}>
                  <time dateTime={at}>{formatDateTime(at)}</time>
                  <span>
                    {responseStatus ?? t('noResponse')} · {t('took', { ms: formatNumber(durationMs) })}
                  </span>
                  {error && <span className={css.problem}>{error}</span>}
                </li>
              ))}
            </ol>
          </div>
        )}
        <div>
          <div className={css.codeHead}>
            <h3>{t('payload')}</h3>
            <CopyButton withText variant="ghost" value={payload} label={t('copyPayload')} />
          </div>
          <Code label={t('payload')} text={readable(payload)} />
        </div>
        {responseBody && (
          <div>
            <h3>{t('lastAnswer')}</h3>
            <Code label={t('lastAnswer')} text={responseBody} />
          </div>
        )}
      </div>
    </Dialog>
  );
}
