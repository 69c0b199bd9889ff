import * as Menu from 'radix-ui/dropdown-menu';
import { type ReactElement, type ReactNode, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { cx } from '../../lib/cx';
import css from './dropdown-menu.module.css';

export type MenuEntry =
  | { kind?: 'item'; label: string; icon?: ReactNode; onSelect: () => void; tone?: 'danger'; disabled?: boolean; hint?: string }
  | { kind: 'link'; label: string; icon?: ReactNode; to: string }
  | { kind: 'href'; label: string; icon?: ReactNode; href: string }
  | { kind: 'separator' }
  | { kind: 'heading'; label: ReactNode };

export interface DropdownMenuProps {
  /** The button that opens it: one element that takes a ref and props. */
  trigger: ReactElement;
  label: string;
  entries: readonly (MenuEntry | false | null | undefined)[];
  align?: 'start' | 'center' | 'end';
}

/**
 * A menu of actions. What an entry does runs after the menu has closed and focus is back on the trigger, so a dialog
 * opened from here gives focus back to the right place.
 */
export function DropdownMenu({ trigger, label, entries, align = 'end' }: DropdownMenuProps) {
  const triggerRef = useRef<HTMLButtonElement>(null);
  // The menu hangs in the landmark of its trigger: all content of a page belongs to one.
  const [landmark, setLandmark] = useState<HTMLElement | null>(null);
  const pending = useRef<() => void>(undefined);
  return (
    <Menu.Root
      modal={false}
      onOpenChange={(open) => {
        if (open) setLandmark(triggerRef.current?.closest<HTMLElement>('[role="dialog"], header, main') ?? null);
      }}
    >
      <Menu.Trigger asChild ref={triggerRef}>
        {trigger}
      </Menu.Trigger>
      <Menu.Portal container={landmark}>
        <Menu.Content
          className={css.menu}
          aria-label={label}
          align={align}
          sideOffset={6}
          collisionPadding={12}
          onCloseAutoFocus={(event) => {
            const run = pending.current;
            pending.current = undefined;
            if (!run) return;
            event.preventDefault();
            triggerRef.current?.focus();
            run();
          }}
        >
          {entries.map((entry, index) => {
            if (!entry) return null;
            const key = `${entry.kind ?? 'item'}-${index}`;
            if (entry.kind === 'separator') return <Menu.Separator key={key} className={css.separator} />;
            if (entry.kind === 'heading') {
              return (
                <Menu.Label key={key} className={css.heading}>
                  {entry.label}
                </Menu.Label>
              );
            }
            if (entry.kind === 'link') {
              return (
                <Menu.Item key={key} asChild className={css.item}>
                  <Link to={entry.to}>
                    {entry.icon}
                    {entry.label}
                  </Link>
                </Menu.Item>
              );
            }
            if (entry.kind === 'href') {
              return (
                <Menu.Item key={key} asChild className={css.item}>
                  <a href={entry.href} target="_blank" rel="noreferrer">
                    {entry.icon}
                    {entry.label}
                  </a>
                </Menu.Item>
              );
            }
            return (
              <Menu.Item
                key={key}
                className={cx(css.item, entry.tone === 'danger' && css.danger)}
                disabled={entry.disabled}
                onSelect={() => {
                  pending.current = entry.onSelect;
                }}
              >
                {entry.icon}
                <span className={css.label}>{entry.label}</span>
                {entry.hint && <span className={css.hint}>{entry.hint}</span>}
              </Menu.Item>
            );
          })}
        </Menu.Content>
      </Menu.Portal>
    </Menu.Root>
  );
}
