import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { loginWithReturn } from '@/lib/paths';
import type { Account } from '@/lib/session/session';
import { useSession } from '@/lib/session/store';
import { useAccountUpdate } from '@/lib/session/use-account-update';

/** Sign-up step that requires an account; visitors log in first and come back. */
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
