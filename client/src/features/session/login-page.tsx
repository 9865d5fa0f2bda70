import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router-dom';
import { destinationAfterLogin, paths, RETURN_PARAMETER } from '@/lib/paths';
import { useSession } from '@/lib/session/store';
import { useSiteSettings } from '@/lib/site-settings/site-settings';
import { LoginForm } from './login-form';

/** Whoever has a session, from here or from another tab, goes where they wanted to go. */
export function LoginPage() {
  const { t } = useTranslation('session');
  const { loginEnabled } = useSiteSettings();
  const { loggedIn } = useSession();
  const [parameters] = useSearchParams();
  if (loggedIn) return <Navigate to={destinationAfterLogin(parameters.get(RETURN_PARAMETER))} replace />;
  if (!loginEnabled) return <Navigate to={paths.home} replace />;
  return (
    <>
      <title>{t('login.title')}</title>
      <h1 tabIndex={-1} className="text-3xl font-semibold tracking-tight">
        {t('login.heading')}
      </h1>
      <LoginForm />
    </>
  );
}
