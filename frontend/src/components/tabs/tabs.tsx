import * as RadixTabs from 'radix-ui/tabs';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import css from './tabs.module.css';

export interface TabsProps<T extends string> {
  label: string;
  value: T;
  onChange: (value: T) => void;
  tabs: readonly { value: T; label: ReactNode; icon?: ReactNode; content: ReactNode }[];
}

/** Panels of one screen. Keep the value in the URL where the panel is worth a bookmark. */
export function Tabs<T extends string>({ label, value, onChange, tabs }: TabsProps<T>) {
  const list = useRef<HTMLDivElement>(null);
  // On a phone the row is wider than the screen: the panel's own tab must not hide beyond its edge. By hand, because
  // scrollIntoView would move the page too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another value is another active tab
  useLayoutEffect(() => {
    const row = list.current;
    const active = row?.querySelector<HTMLElement>('[data-state="active"]');
    if (row && active) row.scrollLeft = active.offsetLeft - row.offsetLeft - (row.clientWidth - active.offsetWidth) / 2;
  }, [value]);
  return (
    <RadixTabs.Root value={value} onValueChange={(next) => onChange(next as T)}>
      <RadixTabs.List ref={list} className={css.list} aria-label={label}>
        {tabs.map((tab) => (
          <RadixTabs.Trigger key={tab.value} value={tab.value} className={css.tab}>
            {tab.icon}
            {tab.label}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      {tabs.map((tab) => (
        <RadixTabs.Content key={tab.value} value={tab.value} className={css.panel}>
          {tab.content}
        </RadixTabs.Content>
      ))}
    </RadixTabs.Root>
  );
}
