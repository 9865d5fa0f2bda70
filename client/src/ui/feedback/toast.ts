import { Toast } from '@base-ui/react/toast';

export type ToastKind = 'success' | 'info' | 'warning' | 'error';

/** `account` covers sign-up, login, security and account screens; `elsewhere` all others (spec §9). */
export type ToastFlow = 'account' | 'elsewhere';

/** Duration in milliseconds. */
export const TOAST_DURATION: Record<ToastFlow, number> = { account: 5000, elsewhere: 2000 };

/** Duration of toasts with an action, which takes time to read and use (WCAG 2.2, 2.2.1), in milliseconds. */
export const ACTION_DURATION = 10_000;

interface ToastOptions {
  flow?: ToastFlow;
  description?: string;
  /** Action such as Undo; using it closes the toast. */
  action?: { label: string; onPress: () => void };
}

/** Queue shown by Toaster; use `toast` to add to it. */
export const toastManager = Toast.createToastManager();

type QueuedToast = Parameters<typeof toastManager.add>[0] & { id: string };

/** Toasts from before the first Toaster is mounted; null afterwards. */
let queued: QueuedToast[] | null = [];

/** Shows the toasts from before Toaster was mounted, which the queue itself would drop. */
export function showQueuedToasts(): void {
  for (const notice of queued ?? []) toastManager.add(notice);
  queued = null;
}

/**
 * Shows a short message at the top right. It disappears, so an error that the user must act on must also be shown on the page.
 *
 * @returns closes the toast early.
 */
export function toast(kind: ToastKind, message: string, options: ToastOptions = {}): () => void {
  const { flow = 'elsewhere', description, action } = options;
  const id = crypto.randomUUID();
  const notice: QueuedToast = {
    id,
    type: kind,
    title: message,
    description,
    timeout: action ? ACTION_DURATION : TOAST_DURATION[flow],
    // With high priority, Base UI hides the toast from assistive technology although its buttons are focusable.
    priority: 'low',
    ...(action && {
      actionProps: {
        children: action.label,
        onClick: () => {
          action.onPress();
          toastManager.close(id);
        },
      },
    }),
  };
  if (queued === null) toastManager.add(notice);
  else queued.push(notice);
  return () => {
    queued = queued?.filter((other) => other.id !== id) ?? null;
    toastManager.close(id);
  };
}
