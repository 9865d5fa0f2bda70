import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router-dom';
import { destinationOf, paths, RETURN_PARAMETER } from '@/lib/paths';
import { useSession } from '@/lib/session/store';
import { useSiteSettings } from '@/lib/site-settings/site-settings';
import { Spinner } from '@/ui/feedback/spinner';
import { MagicLinkRequest } from './magic-link-request';
import { PasswordLogin } from './password-login';

/** Login page; with a session, from here or another tab, it redirects to the requested page. */
export function LoginPage() {
  const { t } = useTranslation('session');
  const { loginEnabled } = useSiteSettings();
  const { loggedIn, account } = useSession();
  const [parameters] = useSearchParams();
  const [way, setWay] = useState<{ by: 'password' | 'link'; email: string }>({ by: 'password', email: '' });
  if (loggedIn) {
    return (
      <>
        <Navigate to={destinationOf(account.user, parameters.get(RETURN_PARAMETER))} replace />
        {/* Shown while the next page loads. */}
        <Spinner label={t('login.opening')} />
      </>
    );
  }
  if (!loginEnabled) return <Navigate to={paths.home} replace />;
  return (
    <>
      <title>{t('login.title')}</title>
      {way.by === 'password' ? (
        <PasswordLogin email={way.email} onLinkWanted={(email) => setWay({ by: 'link', email })} />
      ) : (
        <MagicLinkRequest email={way.email} onPasswordWanted={(email) => setWay({ by: 'password', email })} />
      )}
    </>
  );
}
