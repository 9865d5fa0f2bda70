import { Toast } from '@base-ui/react/toast';

export type ToastKind = 'success' | 'info' | 'warning' | 'error';

/** `account` covers sign-up, log-in, security and account screens; `elsewhere` all others (spec §9). */
export type ToastFlow = 'account' | 'elsewhere';

/** How long a notice stands, in milliseconds. */
export const TOAST_DURATION: Record<ToastFlow, number> = { account: 5000, elsewhere: 2000 };

/** An offered way back needs time to be read, found and pressed (WCAG 2.2, 2.2.1), in milliseconds. */
export const ACTION_DURATION = 10_000;

interface ToastOptions {
  flow?: ToastFlow;
  description?: string;
  /** The way back: its press also closes the notice. */
  action?: { label: string; onPress: () => void };
}

/** The queue that Toaster shows; nothing but `toast` and Toaster uses it. */
export const toastManager = Toast.createToastManager();

type QueuedToast = Parameters<typeof toastManager.add>[0] & { id: string };

/** What is said before the first Toaster listens, which may come a moment after the first page; then null. */
let queued: QueuedToast[] | null = [];

/** For Toaster, once it listens: the queue itself keeps nothing that is said before. */
export function showQueuedToasts(): void {
  for (const notice of queued ?? []) toastManager.add(notice);
  queued = null;
}

/**
 * Shows a short message at the top right. It is gone after the time of its flow, so an error that asks the user to do
 * something must stand on the page too.
 *
 * @returns closes the notice early.
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
    // With a high priority Base UI hides the notice from assistive technology while its buttons can be focused.
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
