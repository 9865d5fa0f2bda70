import { useApolloClient } from '@apollo/client/react';
import { useEffect, useRef } from 'react';
import { auditTime, map } from 'rxjs';
import { keepAlive } from '@/lib/graphql/live';
import { DetectionsCountedDocument } from './overview.generated';

/** Detections of one load come within moments of each other: the numbers are asked for once for all of them. */
const PAUSE_MILLISECONDS = 2000;

/** Calls `refresh` soon after detections were raised, at most every two seconds. */
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
          // An error ends the feed here, so that it comes back later.
          if (error) throw error;
          if (data) after = data.alertRaised.cursor;
        }),
      ),
    );
    const subscription = feed.pipe(auditTime(PAUSE_MILLISECONDS)).subscribe(() => latest.current());
    return () => subscription.unsubscribe();
  }, [client]);
}
