import { paths } from '@/lib/paths';
import { UserMenu } from '@/app/layout/user-menu';

/** The account menu of the public pages. Logging out leads to the log-in (specification §2). */
export function AccountMenu() {
  return (
    <UserMenu
      onGo={(path) => {
        location.hash = path;
      }}
      onLoggedOut={() => {
        location.hash = paths.login;
      }}
    />
  );
}
