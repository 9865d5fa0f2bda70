import { useApolloClient } from '@apollo/client/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useRefreshOnDetections } from '@/lib/detection-feed/use-refresh-on-detections';
import { logFailure } from '@/lib/log';
import { usePageSize } from '@/ui/table/page-size';
import {
  IncidentGroupsDocument,
  type IncidentGroupsQuery,
  IncidentListDocument,
  IncidentRowFragmentDoc,
  type IncidentRowFragment,
  useIncidentCountsQuery,
  useIncidentGroupsQuery,
  useIncidentListQuery,
} from './incidents.generated';
import { filterOf, GROUPING, GROUPS_PER_PAGE, hasGroups, type InboxState, ORDER } from './inbox-state';

export type IncidentRow = IncidentRowFragment;
export type IncidentGroup = IncidentGroupsQuery['incidentGroups']['results'][number];

const NO_ROWS: readonly IncidentRow[] = [];
const NO_GROUPS: readonly IncidentGroup[] = [];

interface Content {
  rows: readonly IncidentRow[];
  groups: readonly IncidentGroup[];
}

const rowsOf = (groups: readonly IncidentGroup[]) => groups.flatMap(({ results }) => results);
/** What moves rows: their order, and the groups they are in. */
const placesOf = ({ rows, groups }: Content) =>
  JSON.stringify([rows.map(({ id }) => id), groups.map(({ key, incidents }) => [key, incidents])]);

/**
 * A page of a tab of the inbox, with the counts of all tabs. Changes by others show at once unless `isHeld` says that somebody is
 * using the list: then only the content of its rows changes, and `news` counts the incidents that would appear.
 */
export function useInbox(state: InboxState, isHeld: () => boolean) {
  const client = useApolloClient();
  const size = usePageSize();
  const { order, group, tab, only, page } = state;
  const filter = useMemo(() => filterOf({ tab, only }), [tab, only]);
  const isGrouped = hasGroups(state);
  const listVariables = { filter, orderBy: ORDER[order], first: size, page };
  const groupVariables = {
    groupBy: group === 'none' ? GROUPING.device : GROUPING[group],
    filter,
    orderBy: ORDER[order],
    page: isGrouped ? page : 1,
  };
  const fetchPolicy = 'cache-and-network' as const;
  const list = useIncidentListQuery({ variables: listVariables, fetchPolicy, skip: isGrouped });
  // A single group needs its name.
  const grouped = useIncidentGroupsQuery({ variables: groupVariables, fetchPolicy, skip: group === 'none' });
  const counted = useIncidentCountsQuery({ fetchPolicy });
  const asked = isGrouped ? grouped : list;

  const data = isGrouped ? undefined : (list.data ?? (list.loading ? list.previousData : undefined));
  const groupData = grouped.data ?? (grouped.loading ? grouped.previousData : undefined);
  const groups = groupData?.incidentGroups.results ?? NO_GROUPS;
  const groupedRows = useMemo(() => rowsOf(groupData?.incidentGroups.results ?? NO_GROUPS), [groupData]);
  const rows = isGrouped ? groupedRows : (data?.incidents.results ?? NO_ROWS);
  const content: Content = { rows, groups: isGrouped ? groups : NO_GROUPS };

  const place = JSON.stringify([listVariables, groupVariables, isGrouped]);
  const [news, setNews] = useState<{ place: string; count: number }>();
  const latest = useRef({ content, place });
  useEffect(() => {
    latest.current = { content, place };
  });

  async function refresh(): Promise<void> {
    setNews(undefined);
    await Promise.all([asked.refetch(), counted.refetch()]);
  }

  /** Looks whether rows would move, and updates those that are shown. */
  async function look(): Promise<void> {
    const { place: asking } = latest.current;
    const options = { fetchPolicy: 'no-cache' } as const;
    const fresh: Content = isGrouped
      ? await client
          .query({ query: IncidentGroupsDocument, variables: groupVariables, ...options })
          .then(({ data: found }) => found?.incidentGroups.results ?? NO_GROUPS)
          .then((found) => ({ groups: found, rows: rowsOf(found) }))
      : await client
          .query({ query: IncidentListDocument, variables: listVariables, ...options })
          .then(({ data: found }) => ({ groups: NO_GROUPS, rows: found?.incidents.results ?? NO_ROWS }));
    const { content: shown, place: now } = latest.current;
    if (now !== asking) return;
    client.cache.batch({
      update(cache) {
        for (const row of fresh.rows) {
          cache.writeFragment({
            id: cache.identify(row),
            fragment: IncidentRowFragmentDoc,
            fragmentName: 'IncidentRow',
            data: row,
          });
        }
      },
    });
    if (placesOf(fresh) === placesOf(shown)) return;
    const known = new Set(shown.rows.map(({ id }) => id));
    setNews({ place: now, count: fresh.rows.filter(({ id }) => !known.has(id)).length });
  }

  useRefreshOnDetections(
    () => {
      const following = isHeld() ? Promise.all([look(), counted.refetch()]) : refresh();
      following.catch((error: unknown) => logFailure('the inbox could not be refreshed', error));
    },
    asked.data ? null : undefined,
  );

  const total = (isGrouped ? groupData?.incidentGroups.total : data?.incidents.total) ?? 0;
  const pageSize = isGrouped ? GROUPS_PER_PAGE : size;
  return {
    ...content,
    /** The only group that is shown. */
    onlyGroup: isGrouped || group === 'none' ? undefined : groups[0],
    isGrouped,
    filter,
    counts: (counted.data ?? counted.previousData)?.incidentCounts,
    total,
    totalIsExact: isGrouped || data?.incidents.totalIsExact !== false,
    page,
    pageSize,
    pageCount: Math.max(1, Math.ceil(total / pageSize)),
    error: asked.error,
    loading: asked.loading,
    hasData: (isGrouped ? groupData : data) !== undefined,
    refresh,
    news: news?.place === place ? news.count : undefined,
  };
}

export type Inbox = ReturnType<typeof useInbox>;
