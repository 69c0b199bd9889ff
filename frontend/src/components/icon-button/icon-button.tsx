import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { cx } from '../../lib/cx';
import { Tooltip } from '../tooltip/tooltip';
import css from './icon-button.module.css';

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  /** What it does; read out, and shown on hover unless `tooltip` is false. */
  label: string;
  icon: ReactNode;
  size?: 'sm' | 'md';
  variant?: 'ghost' | 'outline';
  tooltip?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** A square button that carries only an icon. */
export function IconButton({ label, icon, size = 'md', variant = 'ghost', tooltip = true, className, ...rest }: IconButtonProps) {
  const button = (
    <button type="button" {...rest} aria-label={label} className={cx(css.button, css[size], css[variant], className)}>
      {icon}
    </button>
  );
  return tooltip ? <Tooltip text={label}>{button}</Tooltip> : button;
}
