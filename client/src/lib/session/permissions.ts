import type { Permission } from './session';
import { useSession } from './store';

/** Whether the signed-in member's role allows something; the server refuses what it does not allow in any case. */
export type May = (permission: Permission) => boolean;

/** What the signed-in member's role allows, read anew when it changes: `const may = usePermissions(); may('TRIAGE')`. */
export function usePermissions(): May {
  const { account } = useSession();
  return (permission) => account?.user.permissions.includes(permission) ?? false;
}
