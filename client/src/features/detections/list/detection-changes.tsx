import { useApolloClient } from '@apollo/client/react';
import { useEffect, useRef, useState } from 'react';
import { focusedRow, rememberFocus } from '@/ui/table/row-keys';
import type { DetectionRowFragment } from '../detections.generated';
import type { OwnOperations } from '../triage/own-operations';
import { type Follower, followChanges, type ListView } from './follow-changes';

interface DetectionChangesProps {
  view: ListView;
  rows: readonly DetectionRowFragment[];
  own: OwnOperations;
}

/**
 * Keeps the list and the open detail up to date with what others do; see `followChanges`. If the focused row leaves, the focus
 * moves to the row that takes its position. Shows nothing itself: a component, so that it loads after the list.
 */
export function DetectionChanges({ view, rows, own }: DetectionChangesProps) {
  const client = useApolloClient();
  const latest = useRef(view);
  const follower = useRef<Follower>(undefined);
  // The feed begins with the first list that isn't a cached one.
  const [isReady, setReady] = useState(false);
  if (!isReady && !view.loading && view.cursor !== undefined) setReady(true);
  const focused = useRef<{ id: string | null; restore: () => void }>(undefined);
  useEffect(() => {
    latest.current = view;
  });
  useEffect(() => {
    if (!isReady) return undefined;
    const following = followChanges(
      client,
      () => latest.current,
      own,
      () => {
        focused.current = { id: focusedRow(), restore: rememberFocus() };
      },
    );
    follower.current = following;
    return following.stop;
  }, [client, own, isReady]);
  useEffect(() => {
    if (!focused.current || rows.some(({ id }) => id === focused.current?.id)) return;
    focused.current.restore();
    focused.current = undefined;
  }, [rows]);
  const { loading } = view;
  useEffect(() => {
    if (!loading) follower.current?.loaded();
  }, [loading]);
  return null;
}
