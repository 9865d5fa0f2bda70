import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, type RefObject, useRef } from 'react';
import { classes } from '@/ui/classes';
import { Breakable } from '@/ui/display/breakable';
import { IconButton } from '@/ui/form/icon-button';
import { SCRIM } from './overlay-classes';

interface DrawerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  closeLabel: string;
  /** Next to the close button, such as previous and next. */
  actions?: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
  /** Focus target on close, by default the opener; such as the row last shown. */
  returnFocus?: RefObject<HTMLElement | null> | (() => HTMLElement | null);
}

/** Detail panel beside a list; full screen on narrow windows. */
export function Drawer({
  open,
  onOpenChange,
  title,
  description,
  closeLabel,
  actions,
  children,
  footer,
  returnFocus,
}: DrawerProps) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className={classes(SCRIM, 'bg-scrim/60')} />
        <Base.Popup
          ref={popup}
          // Page commands stay active inside the drawer.
          data-commands=""
          // Not the first button: its tooltip would catch the first Escape.
          initialFocus={popup}
          {...(returnFocus && { finalFocus: returnFocus })}
          className="fixed inset-y-0 end-0 z-30 flex w-drawer max-w-full flex-col border-s border-line bg-surface text-ink shadow-dialog transition-[translate,opacity] duration-180 ease-settle outline-none data-ending-style:translate-x-8 rtl:data-ending-style:-translate-x-8 data-ending-style:opacity-0 data-starting-style:translate-x-8 rtl:data-starting-style:-translate-x-8 data-starting-style:opacity-0"
        >
          <div className="flex items-start gap-3 border-b border-line px-5 py-4">
            <div className="min-w-0 flex-1">
              <Base.Title
                title={title}
                className="line-clamp-3 text-lg font-semibold tracking-tight wrap-anywhere text-ink"
              >
                <Breakable text={title} />
              </Base.Title>
              {description && (
                <Base.Description render={<div />} className="mt-1 text-sm text-ink-muted">
                  {description}
                </Base.Description>
              )}
            </div>
            <div className="-me-1.5 flex items-center gap-0.5">
              {actions}
              <Base.Close render={<IconButton size="sm" label={closeLabel} icon={<X />} />} />
            </div>
          </div>
          <div
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard scrolling of content without controls
            tabIndex={0}
            role="region"
            aria-label={title}
            className="min-h-0 flex-1 overflow-y-auto px-5 py-5 focus-visible:-outline-offset-2"
          >
            {children}
          </div>
          {footer && <div className="flex flex-wrap gap-2 border-t border-line px-5 py-3.5">{footer}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
