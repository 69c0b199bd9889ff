import { t } from '../../messages/en/shell';
import { Dialog } from '../dialog/dialog';
import css from './command-menu.module.css';

const isMac = typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.userAgent);

/** How this machine writes the command key with K. */
export const commandKeys = isMac ? '⌘ K' : 'Ctrl K';

const keys = [
  { key: 'c', label: t('keyCreate') },
  { key: '/', label: t('keySearch') },
  { key: commandKeys, label: t('keyCommands') },
  { key: '?', label: t('keyHelp') },
  { key: 'Esc', label: t('keyEscape') },
];

/** The list of keys, behind `?`. */
export function KeyHelp({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('keysTitle')} size="sm">
      <dl className={css.keys}>
        {keys.map(({ key, label }) => (
          <div key={key} className={css.keyRow}>
            <dt>{label}</dt>
            <dd>
              <kbd className={css.key}>{key}</kbd>
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
