import { usePortalDetectionsQuery } from './portals.generated';
import { useSession } from './store';

/** Whether Portals is offered: always to organizations, to individuals with a domain or a Portals detection only. */
export function usePortals(): boolean {
  const { account } = useSession();
  const isCertain = account === null || account.user.role === 'Organization' || account.domains.length > 0;
  const { data } = usePortalDetectionsQuery({ skip: isCertain });
  return isCertain || (data?.alerts.total ?? 0) > 0;
}
