import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { When } from '@/lib/content/template';
import { paths } from '@/lib/paths';
import { useSession } from '@/lib/session/store';
import { useDoors } from '@/lib/site-settings/doors';
import { NameMark } from '@/ui/name-mark';
import { PageLink } from '@/ui/page-link';

const AccountMenu = lazy(async () => ({ default: (await import('./account-menu')).AccountMenu }));

/** The bar at the top of the public pages (specification §2). */
export function Navbar() {
  const { t } = useTranslation();
  const doors = useDoors();
  const { loggedIn } = useSession();
  return (
    <header className="border-b border-line bg-canvas">
      <nav aria-label={t('public.navigation')} className="mx-auto flex h-16 max-w-6xl items-center gap-6 px-4 sm:px-6">
        <PageLink to={paths.home} aria-label={t('layout.homepage')}>
          <NameMark name={t('name')} size={24} />
        </PageLink>
        <PageLink to={paths.dashboard}>{t('public.dashboard')}</PageLink>
        <When value={doors.contactEmail}>
          <a href={`mailto:${doors.contactEmail}?subject=Question`}>{t('public.contact')}</a>
        </When>
        <When value={doors.partner}>
          <PageLink to={paths.becomeAPartner}>{t('public.partner')}</PageLink>
        </When>
        <div className="ms-auto flex items-center gap-2">
          {loggedIn ? (
            <Suspense>
              <AccountMenu />
            </Suspense>
          ) : (
            <>
              <When value={doors.signUpPath}>
                <PageLink to={String(doors.signUpPath)} look="button" variant="primary">
                  {t('public.signUp')}
                </PageLink>
              </When>
              <When value={doors.login}>
                <PageLink to={paths.login} look="button">
                  {t('public.login')}
                </PageLink>
              </When>
            </>
          )}
        </div>
      </nav>
    </header>
  );
}
