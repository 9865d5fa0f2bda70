import { useTranslation } from 'react-i18next';
import { Link as RouterLink, Outlet } from 'react-router-dom';
import { paths } from '@/lib/paths';
import { Link } from '@/ui/link';
import { NameMark } from '@/ui/name-mark';

/** Stands around log-in, sign-up and password reset: the background fills the screen, the form stands at its right. */
export function AuthenticationLayout() {
  const { t } = useTranslation();
  return (
    <main className="flex min-h-dvh bg-canvas bg-[url('/authentication-background.svg')] bg-cover bg-left sm:max-lg:bg-[position:48%_0] dark:bg-[url('/authentication-background-dark.svg')]">
      <p className="hidden flex-1 items-end p-12 text-3xl font-semibold tracking-tight text-balance lg:flex">
        <span className="max-w-md">{t('layout.backdrop')}</span>
      </p>
      <div className="ms-auto flex w-full max-w-md flex-col border-line bg-surface px-6 pt-8 pb-6 sm:border-s sm:px-10 sm:pt-10 sm:shadow-dialog">
        <RouterLink to={paths.home} aria-label={t('layout.homepage')} className="self-start rounded-xs">
          <NameMark name={t('name')} size={32} />
        </RouterLink>
        <div className="flex flex-1 flex-col justify-center gap-7 py-10">
          <Outlet />
        </div>
        <p className="flex flex-wrap gap-x-5 gap-y-2 border-t border-line pt-5 text-sm">
          <Link to={paths.termsOfUse} look="quiet">
            {t('layout.terms')}
          </Link>
          <Link to={paths.privacy} look="quiet">
            {t('layout.privacy')}
          </Link>
          <Link to={paths.home} look="quiet">
            {t('layout.returnHome')}
          </Link>
        </p>
      </div>
    </main>
  );
}
