import { useTranslation } from 'react-i18next';
import { Link as RouterLink, Outlet } from 'react-router-dom';
import { paths } from '@/lib/paths';
import { NameMark } from '@/ui/name-mark';

/** Stands around log-in, sign-up and password reset: the background fills the screen, the form stands at its right. */
export function AuthenticationLayout() {
  const { t } = useTranslation();
  return (
    <main className="flex min-h-dvh bg-[url('/authentication-background.svg')] bg-cover bg-left dark:bg-[url('/authentication-background-dark.svg')]">
      <p className="hidden flex-1 items-end p-12 text-3xl font-semibold tracking-tight text-balance lg:flex">
        <span className="max-w-md">{t('layout.backdrop')}</span>
      </p>
      <div className="ml-auto flex w-full max-w-md flex-col justify-center gap-7 border-line bg-surface px-6 py-12 sm:border-l sm:px-10 sm:shadow-dialog">
        <RouterLink to={paths.home} aria-label={t('layout.homepage')} className="mb-2 self-start rounded-xs">
          <NameMark name={t('name')} size={32} />
        </RouterLink>
        <Outlet />
      </div>
    </main>
  );
}
