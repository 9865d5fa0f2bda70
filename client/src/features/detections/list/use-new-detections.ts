import { useApolloClient } from '@apollo/client/react';
import { useEffect, useRef, useState } from 'react';
import { eventsOf, keepAlive } from '@/lib/graphql/live';
import { DetectionsRaisedDocument } from '../detections.generated';
import type { Mode } from './list-state';

/**
 * Counts detections raised since the list was loaded. The feed starts at `cursor` and resumes after the last event it saw, so
 * no event is lost or counted twice.
 */
export function useNewDetections(mode: Mode, cursor: string | undefined): { count: number; forget: () => void } {
  const client = useApolloClient();
  const [count, setCount] = useState(0);
  const seenUpTo = useRef(cursor);
  const ready = cursor !== undefined;

  useEffect(() => {
    if (seenUpTo.current === undefined) seenUpTo.current = cursor;
  }, [cursor]);

  useEffect(() => {
    if (!ready) return undefined;
    const feed = keepAlive(() =>
      eventsOf(client, { query: DetectionsRaisedDocument, variables: { after: seenUpTo.current ?? null } }),
    );
    const subscription = feed.subscribe(({ alertRaised: raised }) => {
      seenUpTo.current = raised.cursor;
      setCount((before) => before + raised[mode]);
    });
    return () => subscription.unsubscribe();
  }, [client, mode, ready]);

  return { count, forget: () => setCount(0) };
}
