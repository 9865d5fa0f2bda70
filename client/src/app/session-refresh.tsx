import { useEffect } from 'react';
import { connection } from '@/lib/graphql/client';
import { useSession } from '@/lib/session/store';
import { REFRESH_CHECK_INTERVAL_MILLISECONDS } from '@/lib/session/transitions';

/** Checks once per second whether to refresh or end the session (spec §4). */
export function SessionRefresh() {
  const { loggedIn } = useSession();
  useEffect(() => {
    if (!loggedIn) return undefined;
    const timer = setInterval(() => void connection.refresher.check(), REFRESH_CHECK_INTERVAL_MILLISECONDS);
    return () => clearInterval(timer);
  }, [loggedIn]);
  return null;
}
