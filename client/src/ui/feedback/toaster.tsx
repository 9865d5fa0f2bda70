import { useDirection } from '@base-ui/react/direction-provider';
import { Toast } from '@base-ui/react/toast';
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { type ToastKind, toastManager, showQueuedToasts } from './toast';
import '@/styles/toasts.css';

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

/** Toast region: all toasts, newest first, stacked by styles/toasts.css. Render once, next to the routes. */
export function Toaster({ label, closeLabel }: ToasterProps) {
  // Runs after the effect by which the provider below subscribes.
  useEffect(showQueuedToasts, []);
  return (
    <Toast.Provider toastManager={toastManager} limit={Number.MAX_SAFE_INTEGER}>
      <Toast.Portal>
        <Toast.Viewport aria-label={label} className="toasts rounded-lg -outline-offset-2 empty:hidden">
          <Toasts closeLabel={closeLabel} />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function Toasts({ closeLabel }: { closeLabel: string }) {
  const { toasts } = Toast.useToastManager();
  const outwards = useDirection() === 'rtl' ? 'left' : 'right';
  const others = toasts.filter(({ transitionStatus }) => transitionStatus !== 'ending').length - 1;
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      swipeDirection={[outwards, 'up']}
      className="rounded-lg border border-line bg-raised text-ink shadow-popover transition-[opacity,translate] duration-150 ease-settle"
    >
      <Toast.Content className="flex items-start gap-2 py-2 pe-1.5 ps-3">
        <span aria-hidden="true" className="my-px [&_svg]:size-4">
          {isKind(toast.type) ? ICONS[toast.type] : null}
        </span>
        {/* Two lines while stacked; the whole text in the title. */}
        <div
          className="toast-text min-w-0 flex-1 text-sm wrap-anywhere"
          title={[toast.title, toast.description].filter((text) => typeof text === 'string').join(' ')}
        >
          <Toast.Title className="font-medium" />
          <Toast.Description className="text-ink-secondary" />
        </div>
        {others > 0 && (
          <span
            aria-hidden="true"
            className="toast-count rounded-full bg-sunken px-1.5 text-sm text-ink-secondary tabular-nums"
          >
            +{others}
          </span>
        )}
        {toast.actionProps && (
          <Toast.Action className="-my-1 h-7 shrink-0 rounded-sm px-1.5 text-sm font-semibold text-accent-text transition-colors duration-100 hover:bg-accent-soft" />
        )}
        <Toast.Close
          aria-label={closeLabel}
          // Base UI hides the button until its toast is pointed at, although it can be focused.
          aria-hidden={false}
          className="-my-1 grid size-7 shrink-0 place-items-center rounded-sm text-ink-muted transition-colors duration-100 hover:bg-ink/6 hover:text-ink"
        >
          <X aria-hidden="true" className="size-4" />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}
