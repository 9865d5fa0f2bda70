import { useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { loginWithReturn, paths } from '@/lib/paths';
import { sessionStore, useSession } from '@/lib/session/store';
import { DashboardLayout } from './dashboard-layout';

/**
 * The dashboard, for sessions with a refresh token; everybody else goes to the log-in page, which leads back here. Who has just
 * logged out goes there without a way back: the next user of this browser may be another.
 */
export function ProtectedDashboard() {
  const { tokens } = useSession();
  const [openedWithSession] = useState(tokens !== null);
  const { pathname, search } = useLocation();
  // Another account, from another tab say, begins with a dashboard of its own: nothing of the last one stays on the screen.
  if (tokens?.refresh_token) return <DashboardLayout key={sessionStore.generation()} />;
  const loggedOut = openedWithSession && sessionStore.endedOnPurpose();
  return <Navigate to={loggedOut ? paths.login : loginWithReturn(pathname + search)} replace />;
}
