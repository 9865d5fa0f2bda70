import { useEffect } from 'react';
import { logFailure } from '@/lib/log';
import { storedAccount } from '@/lib/session/from-server';
import { useViewerQuery } from '@/lib/session/session.generated';
import { sessionStore } from '@/lib/session/store';

/** Brings the stored account up to date at start: it may have been changed on another device since the log-in. */
export function useAccountUpdate(): void {
  const { data, error } = useViewerQuery({ fetchPolicy: 'network-only' });
  const viewer = data?.viewer;
  useEffect(() => {
    if (!viewer) return;
    const { user, org, domains } = storedAccount(viewer);
    sessionStore.dispatch({ kind: 'account-updated', update: { user, org, domains } });
  }, [viewer]);
  useEffect(() => {
    if (error) logFailure('The account could not be read', error);
  }, [error]);
}
