import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { contactLink } from '@/lib/contact-link';
import { When } from '@/lib/content/template';
import { paths } from '@/lib/paths';
import { useSession } from '@/lib/session/store';
import { useEnabledFeatures } from '@/lib/site-settings/enabled-features';
import { classes } from '@/ui/classes';
import { Logo } from '@/ui/display/logo';
import { buttonClasses } from '@/ui/form/button-classes';
import { PageLink } from '@/ui/layout/page-link';
import { Menu, MenuButton } from './menu';

// Load both together, to avoid a layout shift.
const loadAccount = () => import('./account-menu');
const AccountMenu = lazy(async () => ({ default: (await loadAccount()).AccountMenu }));
const LogOut = lazy(async () => ({ default: (await loadAccount()).LogOut }));

/** Link of the navbar, or line of the menu on narrow screens. */
const LINK = classes(
  'flex min-h-12 items-center rounded-md px-3 text-lg font-medium text-ink transition-colors duration-100 hover:bg-ink/6',
  'lg:min-h-9 lg:text-base lg:text-ink-secondary lg:hover:text-ink',
);

/** Navbar of the public pages (spec §2); a menu below 1024 px. */
export function Navbar() {
  const { t } = useTranslation();
  const features = useEnabledFeatures();
  const { loggedIn } = useSession();
  return (
    <header className="border-b border-line bg-canvas">
      <nav aria-label={t('public.navigation')} className="mx-auto flex h-16 max-w-6xl items-center px-4 sm:px-6">
        <PageLink to={paths.home} aria-label={t('layout.homepage')} className="me-auto flex shrink-0 py-1 lg:me-8">
          <Logo name={t('name')} size={24} />
        </PageLink>
        <MenuButton />
        <Menu>
          <PageLink to={paths.dashboard} className={LINK}>
            {t('public.dashboard')}
          </PageLink>
          <a {...contactLink(features.contactEmail, 'Question')} className={LINK}>
            {t('public.contact')}
          </a>
          <When value={features.passwordCheck}>
            <PageLink to={paths.passwordCheck} className={LINK}>
              {t('public.passwordCheck')}
            </PageLink>
          </When>
          <When value={features.partner}>
            <PageLink to={paths.becomeAPartner} className={LINK}>
              {t('public.partner')}
            </PageLink>
          </When>
          {loggedIn ? (
            <Suspense>
              <LogOut className={classes(LINK, 'lg:ms-auto')} />
            </Suspense>
          ) : (
            <WaysIn />
          )}
        </Menu>
        {loggedIn && (
          <Suspense>
            <AccountMenu />
          </Suspense>
        )}
      </nav>
    </header>
  );
}

/** Links for visitors without a session. `public/theme.js` hides them from others until the session is loaded. */
function WaysIn() {
  const { t } = useTranslation();
  const features = useEnabledFeatures();
  return (
    <div data-ways-in className="flex flex-wrap gap-2 max-lg:pt-3 lg:ms-auto">
      <When value={features.signUpPath}>
        <PageLink to={String(features.signUpPath)} className={classes(buttonClasses({}), GROWING)}>
          {t('public.signUp')}
        </PageLink>
      </When>
      <When value={features.login}>
        <PageLink to={paths.login} className={classes(buttonClasses({ variant: 'ghost' }), GROWING)}>
          {t('public.login')}
        </PageLink>
      </When>
    </div>
  );
}

const GROWING = 'max-lg:h-11 max-lg:flex-1 max-lg:text-lg';
