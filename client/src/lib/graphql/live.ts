import { defer, type Observable, repeat, retry, timer } from 'rxjs';

const FIRST_WAIT_MILLISECONDS = 500;
const LONGEST_WAIT_MILLISECONDS = 30_000;

/** Backoff: 0.5 s, 1 s, 2 s … up to 30 s, with jitter so that tabs do not reconnect at once. */
export function waitBeforeAttempt(attempt: number, random: () => number = Math.random): number {
  const longest = Math.min(FIRST_WAIT_MILLISECONDS * 2 ** (attempt - 1), LONGEST_WAIT_MILLISECONDS);
  return longest * (0.5 + random() / 2);
}

/**
 * Feed that reconnects while it has subscribers: calls `subscribe` again after each failure or end, so that it can resume after
 * the last event.
 */
export const keepAlive = <T>(subscribe: () => Observable<T>): Observable<T> =>
  defer(subscribe).pipe(
    repeat({ delay: () => timer(waitBeforeAttempt(1)) }),
    retry({ delay: (_error, attempt) => timer(waitBeforeAttempt(attempt)), resetOnSuccess: true }),
  );
