import { Toast } from '@base-ui/react/toast';

export type NoticeKind = 'success' | 'info' | 'warning' | 'error';

/** `account` covers sign-up, log-in, security and account screens; `elsewhere` all others (specification, section 9). */
export type NoticeFlow = 'account' | 'elsewhere';

/** How long a notice stands, in milliseconds. */
export const NOTICE_DURATION: Record<NoticeFlow, number> = { account: 5000, elsewhere: 2000 };

/** An offered way back needs time to be read, found and pressed (WCAG 2.2, 2.2.1), in milliseconds. */
export const ACTION_DURATION = 10_000;

interface NoticeOptions {
  flow?: NoticeFlow;
  description?: string;
  /** The way back: its press also closes the notice. */
  action?: { label: string; onPress: () => void };
}

/** The queue that Toaster shows; nothing but `notify` and Toaster uses it. */
export const notices = Toast.createToastManager();

type Notice = Parameters<typeof notices.add>[0] & { id: string };

/** What is said before the first Toaster listens, which may come a moment after the first page; then null. */
let waiting: Notice[] | null = [];

/** For Toaster, once it listens: the queue itself keeps nothing that is said before. */
export function showWaitingNotices(): void {
  for (const notice of waiting ?? []) notices.add(notice);
  waiting = null;
}

/**
 * Shows a short message at the top right. It is gone after the time of its flow, so an error that asks the user to do
 * something must stand on the page too.
 *
 * @returns closes the notice early.
 */
export function notify(kind: NoticeKind, message: string, options: NoticeOptions = {}): () => void {
  const { flow = 'elsewhere', description, action } = options;
  const id = crypto.randomUUID();
  const notice: Notice = {
    id,
    type: kind,
    title: message,
    description,
    timeout: action ? ACTION_DURATION : NOTICE_DURATION[flow],
    // With a high priority Base UI hides the notice from assistive technology while its buttons can be focused.
    priority: 'low',
    ...(action && {
      actionProps: {
        children: action.label,
        onClick: () => {
          action.onPress();
          notices.close(id);
        },
      },
    }),
  };
  if (waiting === null) notices.add(notice);
  else waiting.push(notice);
  return () => {
    waiting = waiting?.filter((other) => other.id !== id) ?? null;
    notices.close(id);
  };
}
