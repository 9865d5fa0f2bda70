import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, type RefObject, useRef } from 'react';
import { IconButton } from '@/ui/form/icon-button';
import { SCRIM, WINDOW } from './overlay-classes';

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  closeLabel: string;
  children: ReactNode;
  /** Buttons, the primary one last. */
  footer?: ReactNode;
  /** Initial focus, by default the first field. */
  initialFocus?: RefObject<HTMLElement | null>;
}

/** Modal dialog; traps the focus and restores it on close. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  closeLabel,
  children,
  footer,
  initialFocus,
}: DialogProps) {
  const popup = useRef<HTMLDivElement>(null);
  // Not the close button: its tooltip would catch the first Escape.
  const firstField = () =>
    popup.current?.querySelector<HTMLElement>('input:not([hidden]), select, textarea') ?? popup.current;
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className={SCRIM} />
        <Base.Popup data-toasts="top" ref={popup} className={WINDOW} initialFocus={initialFocus ?? firstField}>
          <div className="flex items-start justify-between gap-4 px-5 pt-4">
            <div className="min-w-0">
              <Base.Title className="text-lg font-semibold tracking-tight text-ink">{title}</Base.Title>
              {description && (
                <Base.Description className="mt-1 text-base text-ink-secondary">{description}</Base.Description>
              )}
            </div>
            <Base.Close render={<IconButton size="sm" label={closeLabel} icon={<X />} />} />
          </div>
          <div className="min-h-0 overflow-y-auto px-5 py-4">{children}</div>
          {footer && <div className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3.5">{footer}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
