import { useDirection } from '@base-ui/react/direction-provider';
import { Toast } from '@base-ui/react/toast';
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { type ToastKind, toastManager, showQueuedToasts } from './toast';

interface ToasterProps {
  /** Accessible name of the region, reachable by F6. */
  label: string;
  closeLabel: string;
}

const ICONS: Record<ToastKind, ReactNode> = {
  success: <CircleCheck className="text-success-text" />,
  info: <Info className="text-info-text" />,
  warning: <TriangleAlert className="text-warning-text" />,
  error: <CircleAlert className="text-danger-text" />,
};
const isKind = (type: string | undefined): type is ToastKind => type !== undefined && type in ICONS;

/**
 * Toast region at the top end of the window, below the top bar, newest first, without maximum. Render once, next to the routes.
 */
export function Toaster({ label, closeLabel }: ToasterProps) {
  // Runs after the effect by which the provider below subscribes.
  useEffect(showQueuedToasts, []);
  return (
    <Toast.Provider toastManager={toastManager} limit={Number.MAX_SAFE_INTEGER}>
      <Toast.Portal>
        <Toast.Viewport
          aria-label={label}
          className="fixed top-14 end-0 z-50 flex max-h-[calc(100dvh-3.5rem)] w-98 max-w-full flex-col gap-2 overflow-y-auto rounded-lg p-4 -outline-offset-2 empty:hidden"
        >
          <Toasts closeLabel={closeLabel} />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function Toasts({ closeLabel }: { closeLabel: string }) {
  const { toasts } = Toast.useToastManager();
  const outwards = useDirection() === 'rtl' ? 'left' : 'right';
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      swipeDirection={[outwards, 'up']}
      className="shrink-0 rounded-lg border border-line bg-raised text-ink shadow-popover transition-[opacity,translate] duration-150 ease-settle data-ending-style:translate-x-4 rtl:data-ending-style:-translate-x-4 data-ending-style:opacity-0 data-starting-style:-translate-y-2 data-starting-style:opacity-0"
    >
      <Toast.Content className="flex items-start gap-2.5 py-3 pe-2 ps-3.5">
        <span aria-hidden="true" className="mt-0.5 [&_svg]:size-4.5">
          {isKind(toast.type) ? ICONS[toast.type] : null}
        </span>
        <div className="min-w-0 flex-1 py-0.5">
          <Toast.Title className="text-base font-medium wrap-anywhere" />
          <Toast.Description className="mt-0.5 text-sm wrap-anywhere text-ink-secondary" />
        </div>
        {toast.actionProps && (
          <Toast.Action className="h-7 shrink-0 rounded-sm px-2 text-sm font-semibold text-accent-text transition-colors duration-100 hover:bg-accent-soft" />
        )}
        <Toast.Close
          aria-label={closeLabel}
          className="grid size-7 shrink-0 place-items-center rounded-sm text-ink-muted transition-colors duration-100 hover:bg-ink/6 hover:text-ink"
        >
          <X aria-hidden="true" className="size-4" />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}
