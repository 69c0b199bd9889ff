import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { cx } from '../../lib/cx';
import css from './banner.module.css';

const icons = { info: IconInfoCircle, success: IconCircleCheck, warning: IconAlertTriangle, danger: IconAlertTriangle };

/** A message that stays on the page: what happened and what to do. `danger` is announced at once. */
export function Banner({
  tone = 'info',
  title,
  children,
  action,
}: {
  tone?: keyof typeof icons;
  title?: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  const Icon = icons[tone];
  return (
    <div className={cx(css.banner, css[tone])} role={tone === 'danger' ? 'alert' : 'status'}>
      <Icon aria-hidden="true" />
      <div className={css.text}>
        {title && <strong>{title}</strong>}
        {children && <div>{children}</div>}
      </div>
      {action}
    </div>
  );
}
