import { useApolloClient } from '@apollo/client/react';
import { useEffect, useRef, useState } from 'react';
import { auditTime, map } from 'rxjs';
import { eventsOf, keepAlive, keepAliveWithStart } from '@/lib/graphql/live';
import { DetectionsCountedDocument, DetectionsTriagedDocument } from './detection-feed.generated';

/** Debounce: detections of one batch arrive close together. */
const RAISED_MILLISECONDS = 2000;
/** What somebody does is shown soon; a large action announces each part of it. */
const TRIAGED_MILLISECONDS = 300;

/**
 * Calls `refresh` shortly after new detections, and when some were read, closed or assigned. The feeds begin at the first
 * `cursor`, so nothing that follows it is missed; with null they begin now.
 */
export function useRefreshOnDetections(
  refresh: () => void,
  cursor: string | null | undefined,
  triagedMilliseconds = TRIAGED_MILLISECONDS,
): void {
  const client = useApolloClient();
  const [start, setStart] = useState(cursor);
  if (start === undefined && cursor !== undefined) setStart(cursor);
  const latest = useRef(refresh);
  useEffect(() => {
    latest.current = refresh;
  }, [refresh]);
  useEffect(() => {
    if (start === undefined) return undefined;
    let after = start;
    const raised = keepAlive(() =>
      eventsOf(client, { query: DetectionsCountedDocument, variables: { after } }).pipe(
        map(({ alertRaised }) => {
          after = alertRaised.cursor;
        }),
      ),
    );
    const triaged = keepAliveWithStart(
      () => eventsOf(client, { query: DetectionsTriagedDocument, variables: { after: start } }),
      ({ alertsChanged }) => alertsChanged.isMany,
    );
    const refreshNow = () => latest.current();
    const subscription = raised.pipe(auditTime(RAISED_MILLISECONDS)).subscribe(refreshNow);
    subscription.add(triaged.pipe(auditTime(triagedMilliseconds)).subscribe(refreshNow));
    return () => subscription.unsubscribe();
  }, [client, start, triagedMilliseconds]);
}
