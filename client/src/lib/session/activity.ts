/** Request header by which the server doesn't count a request as activity. */
const HEADER = 'breachlight-activity';
const CHANNEL = 'activity';
const INPUTS = ['pointerdown', 'keydown', 'wheel', 'touchmove', 'mousemove'] as const;
/** Tabs report input to each other at most this often. */
const REPORT_INTERVAL_MILLISECONDS = 15_000;

export interface Activity {
  /** Whether somebody has used a tab since the last call that returned true. */
  take: () => boolean;
}

/** Subset of BroadcastChannel used to report input. */
interface Channel {
  addEventListener: (type: 'message', listener: () => void) => void;
  postMessage: (message: null) => void;
}

/** Subset of Window used to notice input. */
interface InputEvents {
  addEventListener: (type: string, listener: () => void, options: AddEventListenerOptions) => void;
}

/**
 * Notices input in this tab and, over a channel, in the others, because the tab that renews the tokens may be another than the
 * one in use. A tab that only receives live updates reports none, so that its session ends without activity.
 */
export function createActivity(tab: InputEvents, channel: Channel | null, now: () => number): Activity {
  // Opening the page counts.
  let used = true;
  let reportedAt = Number.NEGATIVE_INFINITY;
  const notice = () => {
    used = true;
    if (now() - reportedAt < REPORT_INTERVAL_MILLISECONDS) return;
    reportedAt = now();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
    channel?.postMessage(null);
  };
  for (const type of INPUTS) tab.addEventListener(type, notice, { capture: true, passive: true });
  channel?.addEventListener('message', () => {
    used = true;
  });
  return {
    take() {
      const result = used;
      used = false;
      return result;
    },
  };
}

/** Activity in this browser. */
const activity = createActivity(window, 'BroadcastChannel' in window ? new BroadcastChannel(CHANNEL) : null, Date.now);

/** Headers of a request of the session: they say so if nobody has used the browser since the last one. */
export const activityHeaders = (): Record<string, string> => (activity.take() ? {} : { [HEADER]: 'none' });
