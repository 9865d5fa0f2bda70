import { useState } from 'react';
import { useRefreshOnDetections } from '@/lib/detection-feed/use-refresh-on-detections';
import { type IncidentListQuery, useIncidentListQuery } from './incidents.generated';
import { type InboxState, ORDER, PAGE_SIZE, TAB } from './inbox-state';

export type IncidentRow = IncidentListQuery['incidents']['results'][number];

const NO_ROWS: readonly IncidentRow[] = [];

/** A page of a tab of the inbox, kept up to date. Pages follow the position of the last incident of the one before. */
export function useInbox({ tab, order }: InboxState) {
  const list = `${tab} ${order}`;
  const [position, setPosition] = useState<{ list: string; after: readonly string[] }>({ list, after: [] });
  const before = position.list === list ? position.after : [];
  const after = before.at(-1);
  const { data, previousData, error, loading, refetch } = useIncidentListQuery({
    variables: { tab: TAB[tab], orderBy: ORDER[order], first: PAGE_SIZE, ...(after !== undefined && { after }) },
    fetchPolicy: 'cache-and-network',
  });
  useRefreshOnDetections(() => void refetch(), data ? null : undefined);
  // Show the previous rows until the new ones arrive.
  const shown = data ?? (loading ? previousData : undefined);
  const page = shown?.incidents;
  return {
    rows: page?.results ?? NO_ROWS,
    counts: shown?.incidentCounts,
    error,
    loading,
    hasData: shown !== undefined,
    refetch,
    pages: {
      first: before.length * PAGE_SIZE + 1,
      total: page?.total ?? 0,
      totalIsExact: page?.totalIsExact ?? true,
      previous: before.length > 0 ? () => setPosition({ list, after: before.slice(0, -1) }) : undefined,
      next: page?.hasMore ? () => setPosition({ list, after: [...before, page.cursor] }) : undefined,
    },
  };
}
