import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { t } from '../../messages/en/shell';
import { Dialog } from '../dialog/dialog';
import css from './command-menu.module.css';

export interface Command {
  id: string;
  label: string;
  icon?: ReactNode;
  /** Other words it is found by. */
  keywords?: string;
  /** A key shown at the right ('c'). */
  shortcut?: string;
  run: () => void;
}

export interface CommandMenuProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  commands: readonly Command[];
}

function matches(command: Command, query: string): boolean {
  const text = `${command.label} ${command.keywords ?? ''}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Everything the app can do, found by typing; arrows choose, Enter runs. */
export function CommandMenu({ open, onOpenChange, commands }: CommandMenuProps) {
  const id = useId();
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(0);
  useEffect(() => {
    if (!open) return;
    setQuery('');
    setChosen(0);
  }, [open]);
  const found = commands.filter((command) => matches(command, query));
  const toRun = useRef<Command>(undefined);
  const active = Math.min(chosen, Math.max(0, found.length - 1));
  const run = (command: Command | undefined) => {
    if (!command) return;
    // Run once the dialog gave focus back, so that what the command opens takes it from there.
    toRun.current = command;
    onOpenChange(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && found.length > 0) {
      event.preventDefault();
      setChosen((active + step + found.length) % found.length);
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      run(found[active]);
    }
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('commandTitle')}
      hideTitle
      onClosed={() => {
        toRun.current?.run();
        toRun.current = undefined;
      }}
    >
      <div className={css.menu}>
        <div className={css.search}>
          <IconSearch aria-hidden="true" />
          <input
            role="combobox"
            aria-expanded="true"
            aria-controls={`${id}-list`}
            aria-activedescendant={found[active] ? `${id}-${found[active].id}` : undefined}
            aria-label={t('commandPlaceholder')}
            placeholder={t('commandPlaceholder')}
            value={query}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => {
              setQuery(event.target.value);
              setChosen(0);
            }}
            onKeyDown={onKeyDown}
          />
        </div>
        <div role="listbox" id={`${id}-list`} aria-label={t('commandTitle')} className={css.list}>
          {found.map((command, index) => (
            // The combobox keeps the focus and handles the keys; options only take the pointer.
            // biome-ignore lint/a11y/useKeyWithClickEvents: see above
            // biome-ignore lint/a11y/useFocusableInteractive: see above
            <div
              key={command.id}
              id={`${id}-${command.id}`}
              role="option"
              aria-selected={index === active}
              className={css.option}
              onClick={() => run(command)}
              onPointerMove={() => setChosen(index)}
            >
              {command.icon}
              <span className={css.label}>{command.label}</span>
              {command.shortcut && <kbd className={css.key}>{command.shortcut}</kbd>}
            </div>
          ))}
        </div>
        {found.length === 0 && <p className={css.none}>{t('commandNone', { query })}</p>}
      </div>
    </Dialog>
  );
}
