import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { t } from '../../messages/en/common';
import { Button, type ButtonLook } from '../button/button';
import { IconButton } from '../icon-button/icon-button';
import { copyText } from './copy-text';

export interface CopyButtonProps extends ButtonLook {
  value: string;
  /** What it copies, for the label: 'Copy short link'. */
  label?: string;
  /** With text beside the icon; otherwise an icon button. */
  withText?: boolean;
  /** The toast; default 'Copied to clipboard!'. */
  message?: string;
}

/** Copies a text and says so, in place and by a toast. */
export function CopyButton({ value, label = t('copy'), withText, message = t('copied'), size = 'sm', ...look }: CopyButtonProps) {
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => setDone(false), 1_600);
    return () => clearTimeout(timer);
  }, [done]);
  const icon = done ? <IconCheck aria-hidden="true" /> : <IconCopy aria-hidden="true" />;
  const copy = async () => setDone(await copyText(value, message));
  if (withText) {
    return (
      <Button {...look} size={size} icon={icon} onClick={copy}>
        {label}
      </Button>
    );
  }
  return <IconButton label={label} size={size === 'lg' ? 'md' : size} icon={icon} onClick={copy} />;
}
