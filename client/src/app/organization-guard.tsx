import { Outlet } from 'react-router-dom';
import { useSession } from '@/lib/session/store';
import { NotFound } from './not-found-page';

/** Pages of the dashboard that organizations alone have (spec §6); for everybody else they do not exist. */
export function OrganizationGuard() {
  const { account } = useSession();
  return account?.user.role === 'Organization' ? <Outlet /> : <NotFound />;
}
