import { useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { loginWithReturn, mfaSetupWithReturn, paths } from '@/lib/paths';
import { mustSetUpMfa } from '@/lib/session/session';
import { sessionStore, useSession } from '@/lib/session/store';
import { DashboardLayout } from './dashboard-layout';

/**
 * Dashboard for sessions with a refresh token; others are redirected to the login with a return path. After a logout there is
 * no return path, since the next user may be a different one. Members without a required second factor set one up first.
 */
export function ProtectedDashboard() {
  const { account, tokens } = useSession();
  const [openedWithSession] = useState(tokens !== null);
  const { pathname, search } = useLocation();
  if (account && mustSetUpMfa(account)) return <Navigate to={mfaSetupWithReturn(pathname + search)} replace />;
  // Remount for another account, for example from another tab, so that nothing of the previous one stays visible.
  if (tokens?.refresh_token) return <DashboardLayout key={sessionStore.generation()} />;
  const loggedOut = openedWithSession && sessionStore.endedOnPurpose();
  return <Navigate to={loggedOut ? paths.login : loginWithReturn(pathname + search)} replace />;
}
