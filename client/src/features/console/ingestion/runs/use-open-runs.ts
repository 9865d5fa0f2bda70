import { useEffect, useRef } from 'react';
import { usePolling } from '@/lib/graphql/use-polling';
import { useConsoleOpenRunsQuery } from '../ingestion.generated';

const MOST_RUNS = 50;
const POLL_MILLISECONDS = 1000;
/** A watched folder may begin a run while nobody asks for one. */
const IDLE_POLL_MILLISECONDS = 30_000;

/** Open runs, up to date while the page is visible; `onEnded` is called when one is open no more. */
export function useOpenRuns(onEnded: () => void) {
  const asked = useConsoleOpenRunsQuery({
    variables: { first: MOST_RUNS },
    fetchPolicy: 'cache-and-network',
    skipPollAttempt: () => document.hidden,
  });
  const page = asked.data?.console.ingestRuns;
  // What is paused or waits for a decision changes by an operator only.
  const isBusy = page?.results.some(({ state }) => state === 'RUNNING' || state === 'WAITING') ?? false;
  usePolling(asked, isBusy ? POLL_MILLISECONDS : IDLE_POLL_MILLISECONDS);

  const known = useRef<readonly string[]>([]);
  const ids = page?.results.map(({ id }) => id).join(' ');
  useEffect(() => {
    if (ids === undefined) return;
    const current = ids.split(' ').filter(Boolean);
    if (known.current.some((id) => !current.includes(id))) onEnded();
    known.current = current;
    // oxlint-disable-next-line react/exhaustive-deps -- only a change of the runs counts
  }, [ids]);
  return { asked, runs: page?.results, hasMore: page?.hasMore ?? false };
}
