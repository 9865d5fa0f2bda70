import { useApolloClient } from '@apollo/client/react';
import { useEffect, useRef } from 'react';
import { auditTime, map } from 'rxjs';
import { keepAlive } from '@/lib/graphql/live';
import { DetectionsCountedDocument } from './overview.generated';

/** Debounce: detections of one batch arrive close together. */
const PAUSE_MILLISECONDS = 2000;

/** Calls `refresh` shortly after new detections, at most every two seconds. */
export function useRefreshOnDetections(refresh: () => void): void {
  const client = useApolloClient();
  const latest = useRef(refresh);
  useEffect(() => {
    latest.current = refresh;
  }, [refresh]);
  useEffect(() => {
    let after: string | null = null;
    const feed = keepAlive(() =>
      client.subscribe({ query: DetectionsCountedDocument, variables: { after } }).pipe(
        map(({ data, error }) => {
          // Fail the feed, so that it reconnects later.
          if (error) throw error;
          if (data) after = data.alertRaised.cursor;
        }),
      ),
    );
    const subscription = feed.pipe(auditTime(PAUSE_MILLISECONDS)).subscribe(() => latest.current());
    return () => subscription.unsubscribe();
  }, [client]);
}
