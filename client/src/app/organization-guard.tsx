import { Outlet } from 'react-router-dom';
import { useSession } from '@/lib/session/store';
import { NotFound } from './not-found-page';

/** Shows pages to organizations only (spec §6); others get Not found. */
export function OrganizationGuard() {
  const { account } = useSession();
  return account?.user.role === 'Organization' ? <Outlet /> : <NotFound />;
}
