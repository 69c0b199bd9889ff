import { IconKey } from '@tabler/icons-react';
import { useEffect, useId, useRef } from 'react';
import { Button } from '../../components/button/button';
import { CopyButton } from '../../components/copy-button/copy-button';
import { t } from '../../messages/en/webhooks';
import css from './webhooks.module.css';

export interface ShownSecret {
  url: string;
  /** `whsec_…` */
  secret: string;
}

/** A secret that cannot be read again. On the page, not in a dialog: a press beside it must not lose it. */
export function SecretPanel({ url, secret, onDone }: ShownSecret & { onDone: () => void }) {
  const id = useId();
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    // After the dialog that asked has given the focus back to its button.
    const timer = setTimeout(() => panel.current?.focus(), 0);
    return () => clearTimeout(timer);
  }, []);
  return (
    <section ref={panel} tabIndex={-1} aria-labelledby={`${id}-title`} aria-describedby={`${id}-text`} className={css.secret}>
      <h2 id={`${id}-title`}>
        <IconKey aria-hidden="true" />
        {t('secretTitle')}
      </h2>
      <p id={`${id}-text`}>{t('secretText', { url })}</p>
      <code>{secret}</code>
      <div className={css.buttons}>
        <CopyButton withText variant="primary" value={secret} label={t('secretCopy')} />
        <Button size="sm" onClick={onDone}>
          {t('secretDone')}
        </Button>
      </div>
    </section>
  );
}
