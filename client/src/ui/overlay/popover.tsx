import { Popover as Base } from '@base-ui/react/popover';
import { type ReactElement, type ReactNode, useRef, useState } from 'react';
import { classes } from '@/ui/classes';

interface PopoverProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Button or IconButton; gets the ARIA state of the popover. */
  trigger: ReactElement;
  title: string;
  /** Next to the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** Panel below a button at the end of a bar; as wide as the window has room for, and scrolled within. */
export function Popover({ open, onOpenChange, trigger, title, actions, children }: PopoverProps) {
  const popup = useRef<HTMLDivElement>(null);
  // Portal next to the trigger, to stay inside its landmark.
  const [place, setPlace] = useState<HTMLElement | null>(null);
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Trigger render={trigger} />
      <span ref={setPlace} className="contents" />
      <Base.Portal container={place} className="absolute">
        <Base.Positioner
          align="end"
          sideOffset={6}
          collisionPadding={8}
          // Always below the bar: its content grows while it loads.
          collisionAvoidance={{ side: 'none', align: 'shift', fallbackAxisSide: 'none' }}
          positionMethod="fixed"
          className="z-30 outline-none"
        >
          <Base.Popup
            ref={popup}
            // Not the first button: its tooltip would catch the first Escape.
            initialFocus={popup}
            className={classes(
              'flex max-h-[min(var(--available-height),36rem)] w-popover max-w-(--available-width) flex-col rounded-lg border border-line bg-raised text-ink shadow-popover outline-none',
              'origin-(--transform-origin) transition-[opacity,scale] duration-100 ease-settle data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0',
            )}
          >
            <div className="flex min-h-13 items-center gap-2 border-b border-line py-2 ps-4 pe-2">
              <Base.Title className="min-w-0 flex-1 text-base font-semibold tracking-tight">{title}</Base.Title>
              {actions}
            </div>
            <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain rounded-b-lg">{children}</div>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
