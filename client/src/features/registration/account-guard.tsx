import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { loginWithReturn } from '@/lib/paths';
import type { Account } from '@/lib/session/session';
import { useSession } from '@/lib/session/store';
import { useAccountUpdate } from '@/lib/session/use-account-update';

/** A step of the sign-up, for whoever has an account; everybody else logs in first and comes back. */
export function AccountGuard({ children }: { children: (account: Account) => ReactNode }) {
  const { account } = useSession();
  const { pathname } = useLocation();
  if (!account) return <Navigate to={loginWithReturn(pathname)} replace />;
  return <UpToDate>{children(account)}</UpToDate>;
}

function UpToDate({ children }: { children: ReactNode }) {
  useAccountUpdate();
  return children;
}
