import { waitBeforeAttempt } from './live';

export interface Reachability {
  isReachable: () => boolean;
  /** Records whether a request has had a response. */
  report: (isReached: boolean) => void;
  /** Calls the listener on each change. */
  subscribe: (listener: () => void) => () => void;
}

/** Whether the server responds. While it doesn't, `probe` asks again with backoff, and at once when the browser is online again. */
export function createReachability(probe: () => Promise<unknown>): Reachability {
  const listeners = new Set<() => void>();
  let isReachable = true;
  let attempt = 0;
  let timer: number | undefined;

  function report(isReached: boolean): void {
    if (isReached === isReachable) return;
    isReachable = isReached;
    attempt = 0;
    if (isReached) window.clearTimeout(timer);
    else probeLater();
    for (const listener of listeners) listener();
  }

  function probeLater(): void {
    attempt += 1;
    window.clearTimeout(timer);
    timer = window.setTimeout(() => void probeNow(), waitBeforeAttempt(attempt));
  }

  async function probeNow(): Promise<void> {
    if (isReachable) return;
    try {
      await probe();
      report(true);
    } catch {
      if (!isReachable) probeLater();
    }
  }

  addEventListener('offline', () => report(false));
  addEventListener('online', () => void probeNow());
  return {
    isReachable: () => isReachable,
    report,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Reachability of the server of this page. */
export const reachability = createReachability(() => fetch('/version.json', { cache: 'no-store' }));
