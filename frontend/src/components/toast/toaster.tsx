import { IconAlertCircle, IconCircleCheck, IconInfoCircle, IconX } from '@tabler/icons-react';
import { resolveValue, type Toast, useToaster } from 'react-hot-toast/headless';
import { cx } from '../../lib/cx';
import { t } from '../../messages/en/common';
import { Spinner } from '../spinner/spinner';
import { toast, toastDurations, toastsMax } from './toast';
import css from './toaster.module.css';

const icons = {
  success: <IconCircleCheck aria-hidden="true" />,
  error: <IconAlertCircle aria-hidden="true" />,
  blank: <IconInfoCircle aria-hidden="true" />,
  custom: <IconInfoCircle aria-hidden="true" />,
  loading: <Spinner />,
};

function ToastCard({ item }: { item: Toast }) {
  return (
    <div
      className={cx(css.toast, css[item.type])}
      data-leaving={item.visible ? undefined : ''}
      role={item.type === 'error' ? 'alert' : 'status'}
    >
      {icons[item.type]}
      <span className={css.message}>{resolveValue(item.message, item)}</span>
      <button type="button" className={css.dismiss} aria-label={t('dismiss')} onClick={() => toast.dismiss(item.id)}>
        <IconX aria-hidden="true" />
      </button>
    </div>
  );
}

/** The one place toasts appear: bottom right, 16 px from the edge; bottom, full width, on a phone. Hover holds them. */
export function Toaster() {
  const { toasts, handlers } = useToaster({
    duration: toastDurations.blank,
    blank: { duration: toastDurations.blank },
    success: { duration: toastDurations.success },
    error: { duration: toastDurations.error },
    custom: { duration: toastDurations.custom },
    loading: { duration: toastDurations.loading },
  });
  return (
    <section className={css.region} aria-label={t('notifications')} onMouseEnter={handlers.startPause} onMouseLeave={handlers.endPause}>
      {toasts.slice(0, toastsMax).map((item) => (
        <ToastCard key={item.id} item={item} />
      ))}
    </section>
  );
}
