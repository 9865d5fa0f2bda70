import type { ApolloClient, OperationVariables } from '@apollo/client';
import { defer, filter, map, type Observable, repeat, retry, timer } from 'rxjs';

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

/**
 * The events of a subscription. An error ends it, so that `keepAlive` subscribes again. Two with the same variables aren't shared:
 * the second would miss the first event, by which a feed knows that it has begun.
 */
export const eventsOf = <TData, TVariables extends OperationVariables>(
  client: ApolloClient,
  options: ApolloClient.SubscribeOptions<TData, TVariables>,
): Observable<TData> =>
  client.subscribe<TData, TVariables>({ ...options, context: { ...options.context, queryDeduplication: false } }).pipe(
    map(({ data, error }) => {
      if (error) throw error;
      return data;
    }),
    filter((data) => data !== undefined && data !== null),
  );

/**
 * A feed whose first event says that it has begun; it is passed on only if something happened before. When the feed begins again
 * after a lost connection, it passes null on: something may have been missed.
 */
export const keepAliveWithStart = <T>(
  subscribe: () => Observable<T>,
  isNews: (first: T) => boolean,
): Observable<T | null> => {
  let begun = false;
  return keepAlive(() =>
    subscribe().pipe(
      map((event, index) => {
        if (index > 0) return event;
        if (begun) return null;
        begun = true;
        return isNews(event) ? event : undefined;
      }),
      filter((event): event is T | null => event !== undefined),
    ),
  );
};
