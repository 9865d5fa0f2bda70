import { Menu as Base } from '@base-ui/react/menu';
import { Check, ChevronRight } from 'lucide-react';
import { type ReactElement, type ReactNode, useState } from 'react';
import { classes } from '@/ui/classes';
import { useDelayedClose } from './use-delayed-close';

const POPUP = classes(
  'max-h-(--available-height) min-w-44 max-w-menu overflow-y-auto rounded-lg border border-line bg-raised p-1 text-ink shadow-popover outline-none',
  'origin-(--transform-origin) transition-[opacity,scale] duration-100 ease-settle data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0',
);
const ITEM = classes(
  'flex min-h-8 items-center gap-2.5 rounded-sm px-2 py-1.5 text-sm outline-none select-none',
  'data-disabled:opacity-45 data-highlighted:bg-ink/7 data-popup-open:bg-ink/7 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-ink-muted',
);

interface MenuProps {
  /** Button or IconButton; gets the ARIA state of the menu. */
  trigger: ReactElement;
  children: ReactNode;
  align?: 'start' | 'center' | 'end';
  side?: 'top' | 'bottom';
}

/** Dropdown menu: at most 260 px wide, closes 200 ms after a click outside (spec §9). */
export function Menu({ trigger, children, align = 'start', side = 'bottom' }: MenuProps) {
  const [open, change] = useDelayedClose();
  // Portal next to the trigger, to stay inside its landmark.
  const [place, setPlace] = useState<HTMLElement | null>(null);
  return (
    <Base.Root open={open} onOpenChange={(next, details) => change(next, details.reason)} modal={false}>
      <Base.Trigger render={trigger} />
      <span ref={setPlace} className="contents" />
      <Base.Portal container={place} className="absolute">
        <Base.Positioner align={align} side={side} sideOffset={6} positionMethod="fixed" className="z-30 outline-none">
          <Base.Popup className={POPUP}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

interface MenuItemProps {
  children: ReactNode;
  onSelect: () => void;
  icon?: ReactNode;
  /** Shortcut, shown at the end. */
  shortcut?: string;
  tone?: 'neutral' | 'danger';
  disabled?: boolean;
}

export function MenuItem({ children, onSelect, icon, shortcut, tone = 'neutral', disabled = false }: MenuItemProps) {
  return (
    <Base.Item
      onClick={onSelect}
      disabled={disabled}
      className={classes(
        ITEM,
        tone === 'danger' && 'text-danger-text data-highlighted:bg-danger-soft [&_svg]:text-current',
      )}
    >
      {icon}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {shortcut && <kbd className="font-mono text-2xs text-ink-muted">{shortcut}</kbd>}
    </Base.Item>
  );
}

export function MenuSeparator() {
  return <Base.Separator className="-mx-1 my-1 h-px bg-line" />;
}

/** Non-interactive heading. */
export function MenuHeading({ children }: { children: ReactNode }) {
  return <div className="truncate px-2 py-1.5 text-xs text-ink-muted">{children}</div>;
}

/** Submenu, opened by hover, Enter or the forward arrow key. */
export function MenuSubmenu({ label, icon, children }: { label: string; icon?: ReactNode; children: ReactNode }) {
  return (
    <Base.SubmenuRoot>
      <Base.SubmenuTrigger className={ITEM}>
        {icon}
        <span className="min-w-0 flex-1 truncate">{label}</span>
        <ChevronRight aria-hidden="true" />
      </Base.SubmenuTrigger>
      <Base.Portal>
        <Base.Positioner sideOffset={4} alignOffset={-5} positionMethod="fixed" className="z-30 outline-none">
          <Base.Popup className={POPUP}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.SubmenuRoot>
  );
}

interface MenuToggleProps {
  children: ReactNode;
  checked: boolean;
  disabled?: boolean;
  onCheckedChange: (checked: boolean) => void;
}

/** Checkbox item; keeps the menu open. */
export function MenuToggle({ children, checked, disabled = false, onCheckedChange }: MenuToggleProps) {
  return (
    <Base.CheckboxItem
      checked={checked}
      disabled={disabled}
      onCheckedChange={onCheckedChange}
      closeOnClick={false}
      className={ITEM}
    >
      <span className="min-w-0 flex-1 truncate">{children}</span>
      <Base.CheckboxItemIndicator>
        <Check aria-hidden="true" className="text-accent-text!" />
      </Base.CheckboxItemIndicator>
    </Base.CheckboxItem>
  );
}

interface MenuChoiceProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string; icon?: ReactNode }[];
  onValueChange: (value: Value) => void;
}

/** Radio items with a tick at the current value. */
export function MenuChoice<Value extends string>({ label, value, options, onValueChange }: MenuChoiceProps<Value>) {
  return (
    <Base.RadioGroup
      aria-label={label}
      value={value}
      onValueChange={(next: unknown) => {
        const chosen = options.find((option) => option.value === next);
        if (chosen) onValueChange(chosen.value);
      }}
    >
      {options.map((option) => (
        <Base.RadioItem key={option.value} value={option.value} closeOnClick className={ITEM}>
          {option.icon}
          <span className="min-w-0 flex-1 truncate">{option.label}</span>
          <Base.RadioItemIndicator>
            <Check aria-hidden="true" className="text-accent-text!" />
          </Base.RadioItemIndicator>
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  );
}
