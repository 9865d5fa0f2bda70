import { lazy, Suspense } from 'react';
import { Outlet } from 'react-router-dom';
import { useSession } from '@/lib/session/store';

const NotFound = lazy(async () => ({ default: (await import('./not-found-page')).NotFound }));

/** Shows pages to organizations only (spec §6); others get Not found. */
export function OrganizationGuard() {
  const { account } = useSession();
  if (account?.user.role === 'Organization') return <Outlet />;
  return (
    <Suspense>
      <NotFound />
    </Suspense>
  );
}
