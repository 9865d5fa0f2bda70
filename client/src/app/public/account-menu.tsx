import { DirectionProvider } from '@base-ui/react/direction-provider';
import { useTranslation } from 'react-i18next';
import { UserMenu } from '@/app/layout/user-menu';
import { directionOf } from '@/i18n/language';
import { connection } from '@/lib/graphql/client';
import { paths } from '@/lib/paths';

const goTo = (path: string) => {
  location.hash = path;
};
const goToLogin = () => goTo(paths.login);

/** Account menu of the public pages. */
export function AccountMenu() {
  const { i18n } = useTranslation();
  return (
    <DirectionProvider direction={directionOf(i18n.language)}>
      <div className="min-w-0 lg:-me-2">
        <UserMenu onGo={goTo} onLoggedOut={goToLogin} compact />
      </div>
    </DirectionProvider>
  );
}

/** Logs out and navigates to the login (spec §2). */
export function LogOut({ className }: { className: string }) {
  const { t } = useTranslation();
  return (
    <button type="button" className={className} onClick={() => void connection.logOut().then(goToLogin)}>
      {t('userMenu.logout')}
    </button>
  );
}
