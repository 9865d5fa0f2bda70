import type { ApolloClient } from '@apollo/client';
import { eventsOf, keepAliveWithStart } from '@/lib/graphql/live';
import { logFailure } from '@/lib/log';
import {
  DetectionListDocument,
  type DetectionListQueryVariables,
  type DetectionRowFragment,
  DetectionRowFragmentDoc,
} from '../detections.generated';
import {
  DetectionsChangedDocument,
  type DetectionsChangedSubscription,
  DetectionTotalDocument,
} from './changes.generated';
import type { OwnOperations } from '../triage/own-operations';
import { applyChanges, type PageQuery, type Unknown } from './apply-changes';

export interface ListView extends PageQuery {
  variables: DetectionListQueryVariables;
  /** Position of the list that is shown. */
  cursor: string | undefined;
  loading: boolean;
  /** Requests the page again. */
  refresh: () => Promise<unknown>;
}

export interface Follower {
  /** Applies again what came while the list was loading. */
  loaded: () => void;
  stop: () => void;
}

/** Debounce: what others do together is asked about once. */
const ASK_MILLISECONDS = 500;
const URGENCY = ['nothing', 'total', 'page', 'everything'] as const;
const DETAIL_QUERIES: readonly (string | undefined)[] = ['Detection', 'DetectionHistory'];

/**
 * Shows what other members, other tabs and tools do with detections, in the list and in the open detail, without requesting the
 * list. The feed begins where the list was read. The list is requested once after a large action, or when events may have been
 * missed: between its response and the beginning of the feed, or while the connection was lost.
 */
export function followChanges(
  client: ApolloClient,
  view: () => ListView,
  own: OwnOperations,
  beforeChange: () => void,
): Follower {
  let unknown: Unknown | 'everything' = 'nothing';
  let early: (readonly DetectionRowFragment[])[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const ask = (what: typeof unknown) => {
    if (URGENCY.indexOf(what) > URGENCY.indexOf(unknown)) unknown = what;
    if (unknown !== 'nothing') timer ??= setTimeout(() => void answer(), ASK_MILLISECONDS);
  };
  const answer = async () => {
    const what = unknown;
    unknown = 'nothing';
    timer = undefined;
    try {
      if (what === 'total') await refreshTotal(client, view().variables);
      else await Promise.all([view().refresh(), what === 'everything' && refreshDetail(client)]);
    } catch (error) {
      logFailure('changed detections could not be loaded', error);
    }
  };
  const apply = (changed: readonly DetectionRowFragment[]) => {
    beforeChange();
    client.cache.batch({
      update(cache) {
        for (const row of changed) {
          cache.writeFragment({
            id: cache.identify(row),
            fragment: DetectionRowFragmentDoc,
            fragmentName: 'DetectionRow',
            data: row,
          });
        }
        // The rows of an anchored page stay until the list is loaded again.
        if (view().variables.asOf) return;
        cache.updateQuery({ query: DetectionListDocument, variables: view().variables }, (data) => {
          if (!data) return undefined;
          const applied = applyChanges(data.alerts, changed, view());
          ask(applied.unknown);
          return { alerts: applied.page };
        });
      },
    });
  };

  const receive = async ({ isMany, operationId, alerts }: DetectionsChangedSubscription['alertsChanged']) => {
    if (await own.take(operationId)) return;
    if (isMany) {
      ask('everything');
      return;
    }
    apply(alerts);
    if (view().loading) early.push(alerts);
  };

  const feed = keepAliveWithStart(
    () =>
      eventsOf(client, {
        query: DetectionsChangedDocument,
        variables: { after: view().cursor },
        fetchPolicy: 'no-cache',
      }),
    ({ alertsChanged }) => alertsChanged.isMany,
  ).subscribe((event) => {
    if (event) void receive(event.alertsChanged);
    else ask('everything');
  });

  return {
    loaded() {
      // A response that was read before a change, and arrives after it, shows the former state.
      const missed = early;
      early = [];
      for (const changed of missed) apply(changed);
    },
    stop() {
      feed.unsubscribe();
      clearTimeout(timer);
    },
  };
}

/** Requests the open detail and its history again. */
const refreshDetail = (client: ApolloClient): Promise<unknown> =>
  Promise.all(
    [...client.getObservableQueries('active')]
      .filter(({ queryName }) => DETAIL_QUERIES.includes(queryName))
      .map((query) => query.refetch()),
  );

async function refreshTotal(client: ApolloClient, variables: DetectionListQueryVariables): Promise<void> {
  const { data } = await client.query({
    query: DetectionTotalDocument,
    variables: { filter: variables.filter },
    fetchPolicy: 'no-cache',
  });
  if (!data) return;
  const { total, totalIsExact } = data.alerts;
  client.cache.updateQuery(
    { query: DetectionListDocument, variables },
    (shown) => shown && { alerts: { ...shown.alerts, total, totalIsExact } },
  );
}
