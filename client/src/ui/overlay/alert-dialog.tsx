import { AlertDialog as Base } from '@base-ui/react/alert-dialog';
import { type ReactNode, useRef } from 'react';
import { Button } from '@/ui/form/button';
import { SCRIM, WINDOW } from './overlay-classes';

interface AlertDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  message: ReactNode;
  confirmLabel: string;
  cancelLabel: string;
  onConfirm: () => void;
  /** `danger` for irreversible actions. */
  tone?: 'neutral' | 'danger';
  /** Button label while the action runs; the dialog stays open. */
  busyLabel?: string | undefined;
}

/** Confirmation dialog. Focuses the safe answer; clicking outside does nothing. */
export function AlertDialog({
  open,
  onOpenChange,
  title,
  message,
  confirmLabel,
  cancelLabel,
  onConfirm,
  tone = 'neutral',
  busyLabel,
}: AlertDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className={SCRIM} />
        <Base.Popup data-toasts="top" className={WINDOW} initialFocus={cancel}>
          <div className="px-5 pt-5 pb-4">
            <Base.Title className="text-lg font-semibold tracking-tight text-ink">{title}</Base.Title>
            <Base.Description className="mt-1.5 text-base text-ink-secondary">{message}</Base.Description>
          </div>
          <div className="flex flex-wrap justify-end gap-2 px-5 pb-5">
            <Base.Close render={<Button ref={cancel}>{cancelLabel}</Button>} />
            <Button variant={tone === 'danger' ? 'danger' : 'primary'} onClick={onConfirm} loadingLabel={busyLabel}>
              {confirmLabel}
            </Button>
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
