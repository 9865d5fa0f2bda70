import { useTranslation } from 'react-i18next';
import { paths } from '@/lib/paths';
import { useSession } from '@/lib/session/store';
import { enabledSignUps, useSiteSettings } from '@/lib/site-settings/site-settings';
import { Link } from '@/ui/link';
import { NameMark } from '@/ui/name-mark';

/** The door of an installation: what this is, and the way in. */
export function LandingPage() {
  const { t } = useTranslation();
  const settings = useSiteSettings();
  const { loggedIn } = useSession();
  return (
    <main className="mx-auto flex min-h-dvh max-w-2xl flex-col justify-center gap-6 px-6 py-16">
      <title>{t('landing.title')}</title>
      <NameMark name={t('name')} size={40} />
      <h1 tabIndex={-1} className="text-3xl font-semibold tracking-[-0.03em] text-balance sm:text-4xl">
        {t('landing.heading')}
      </h1>
      <p className="text-lg text-ink-secondary">{t('landing.text')}</p>
      <div className="flex flex-wrap gap-3">
        {loggedIn ? (
          <Link look="button" variant="primary" size="lg" to={paths.dashboard}>
            {t('landing.dashboard')}
          </Link>
        ) : (
          <Doors />
        )}
      </div>
      {settings.partnerSignupEnabled && (
        <p>
          <Link look="quiet" to={paths.becomeAPartner}>
            {t('landing.partner')}
          </Link>
        </p>
      )}
    </main>
  );
}

/** The ways in that are switched on; signing up comes first. */
function Doors() {
  const { t } = useTranslation();
  const settings = useSiteSettings();
  const [signUp] = enabledSignUps(settings);
  return (
    <>
      {signUp && (
        <Link
          look="button"
          variant="primary"
          size="lg"
          to={signUp === 'individual' ? paths.signUpIndividual : paths.signUpCompany}
        >
          {t('landing.signUp')}
        </Link>
      )}
      {settings.loginEnabled && (
        <Link look="button" variant={signUp ? 'secondary' : 'primary'} size="lg" to={paths.login}>
          {t('landing.login')}
        </Link>
      )}
    </>
  );
}
