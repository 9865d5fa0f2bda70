import type { Permission } from './session';
import { useSession } from './store';

/** Whether the current member's role allows an action; the server enforces it. */
export type May = (permission: Permission) => boolean;

/** Permissions of the current member: `const may = usePermissions(); may('TRIAGE')`. */
export function usePermissions(): May {
  const { account } = useSession();
  return (permission) => account?.user.permissions.includes(permission) ?? false;
}
