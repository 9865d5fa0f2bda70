import { useApolloClient } from '@apollo/client/react';
import { useEffect, useRef } from 'react';
import { auditTime, map } from 'rxjs';
import { eventsOf, keepAlive, keepAliveWithoutCursor } from '@/lib/graphql/live';
import { DetectionsCountedDocument, DetectionsTriagedDocument } from './overview.generated';

/** Debounce: detections of one batch arrive close together. */
const RAISED_MILLISECONDS = 2000;
/** What somebody does is shown soon; a large action announces each part of it. */
const TRIAGED_MILLISECONDS = 300;

/** Calls `refresh` shortly after new detections, and when some were read, closed or assigned. */
export function useRefreshOnDetections(refresh: () => void): void {
  const client = useApolloClient();
  const latest = useRef(refresh);
  useEffect(() => {
    latest.current = refresh;
  }, [refresh]);
  useEffect(() => {
    let after: string | null = null;
    const raised = keepAlive(() =>
      eventsOf(client, { query: DetectionsCountedDocument, variables: { after } }).pipe(
        map(({ alertRaised }) => {
          after = alertRaised.cursor;
        }),
      ),
    );
    const triaged = keepAliveWithoutCursor(() => eventsOf(client, { query: DetectionsTriagedDocument }));
    const refreshNow = () => latest.current();
    const subscription = raised.pipe(auditTime(RAISED_MILLISECONDS)).subscribe(refreshNow);
    subscription.add(triaged.pipe(auditTime(TRIAGED_MILLISECONDS)).subscribe(refreshNow));
    return () => subscription.unsubscribe();
  }, [client]);
}
