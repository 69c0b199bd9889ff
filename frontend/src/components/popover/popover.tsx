import * as RadixPopover from 'radix-ui/popover';
import { type ReactElement, type ReactNode, useRef, useState } from 'react';
import css from './popover.module.css';

export interface PopoverProps {
  /** The button that opens it: one element that takes a ref and props. */
  trigger: ReactElement;
  label: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  align?: 'start' | 'center' | 'end';
  children: ReactNode;
}

/** A small panel at a button, for a few controls. Escape and a press outside close it; focus goes back to the button. */
export function Popover({ trigger, label, open, onOpenChange, align = 'start', children }: PopoverProps) {
  const triggerRef = useRef<HTMLButtonElement>(null);
  // It hangs in the landmark of its trigger: all content of a page belongs to one.
  const [landmark, setLandmark] = useState<HTMLElement | null>(null);
  return (
    <RadixPopover.Root
      open={open}
      onOpenChange={(next) => {
        if (next) setLandmark(triggerRef.current?.closest<HTMLElement>('[role="dialog"], header, main') ?? null);
        onOpenChange(next);
      }}
    >
      <RadixPopover.Trigger asChild ref={triggerRef}>
        {trigger}
      </RadixPopover.Trigger>
      <RadixPopover.Portal container={landmark}>
        <RadixPopover.Content className={css.panel} aria-label={label} align={align} sideOffset={6} collisionPadding={12}>
          {children}
        </RadixPopover.Content>
      </RadixPopover.Portal>
    </RadixPopover.Root>
  );
}
