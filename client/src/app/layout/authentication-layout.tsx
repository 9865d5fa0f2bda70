import { useTranslation } from 'react-i18next';
import { Link as RouterLink, Outlet } from 'react-router-dom';
import { paths } from '@/lib/paths';
import { Logo } from '@/ui/display/logo';
import { Link } from '@/ui/layout/link';

/**
 * Background image, mirrored in right-to-left languages. Positioned so that the lit record stays visible: above the form on
 * phones, beside it otherwise.
 */
const BACKGROUND = [
  "fixed inset-0 -z-10 bg-canvas bg-[url('/authentication-background.svg')] dark:bg-[url('/authentication-background-dark.svg')]",
  'bg-no-repeat rtl:-scale-x-100 forced-colors:hidden',
  'bg-[length:50rem_auto] bg-[position:-6rem_-10.75rem] sm:bg-[position:-5rem_0] lg:bg-cover lg:bg-[position:0_0]',
].join(' ');

/** Layout of login, sign-up and password reset: full-screen background with the form at the right (spec §2). */
export function AuthenticationLayout() {
  const { t } = useTranslation();
  return (
    <main data-toasts="top" className="isolate flex min-h-dvh">
      <div aria-hidden="true" className={BACKGROUND} />
      <p className="sticky top-0 hidden h-[calc(100dvh-var(--banner-height,0px))] flex-1 items-end p-12 text-3xl font-semibold tracking-tight text-balance lg:flex 2xl:p-16 2xl:text-4xl">
        <span className="max-w-lg">{t('layout.backdrop')}</span>
      </p>
      <div className="ms-auto flex w-full max-w-full flex-col border-line bg-surface px-6 pt-8 pb-6 [@media(width<40rem)_and_(height>=30rem)]:mt-18 max-sm:border-t sm:w-md sm:border-s sm:px-10 sm:pt-18 sm:shadow-dialog 2xl:w-lg 2xl:px-16 forced-colors:mt-0!">
        <RouterLink to={paths.home} aria-label={t('layout.homepage')} className="self-start rounded-xs">
          <Logo name={t('name')} size={32} />
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
