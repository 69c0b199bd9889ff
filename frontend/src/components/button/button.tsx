import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { cx } from '../../lib/cx';
import { Spinner } from '../spinner/spinner';
import css from './button.module.css';

export interface ButtonLook {
  /** Default `secondary`. One `primary` a view. */
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger';
  size?: 'sm' | 'md' | 'lg';
  icon?: ReactNode;
  iconEnd?: ReactNode;
  fullWidth?: boolean;
}

export interface ButtonProps extends ButtonLook, ButtonHTMLAttributes<HTMLButtonElement> {
  loading?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

function classes({ variant = 'secondary', size = 'md', fullWidth }: ButtonLook, extra?: string) {
  return cx(css.button, css[variant], css[size], fullWidth && css.fullWidth, extra);
}

/** A button. While `loading` it keeps its width, shows a spinner and ignores clicks. */
export function Button({
  variant,
  size,
  icon,
  iconEnd,
  fullWidth,
  loading,
  className,
  children,
  disabled,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled || loading}
      aria-busy={loading || undefined}
      className={classes({ variant, size, fullWidth }, className)}
    >
      {loading ? <Spinner /> : icon}
      <span className={css.label}>{children}</span>
      {iconEnd}
    </button>
  );
}

/** A link that looks like a button: it goes somewhere, a Button does something. */
export function ButtonLink({ variant, size, icon, iconEnd, fullWidth, className, children, ...rest }: ButtonLook & LinkProps) {
  return (
    <Link {...rest} className={classes({ variant, size, fullWidth }, className)}>
      {icon}
      <span className={css.label}>{children}</span>
      {iconEnd}
    </Link>
  );
}
