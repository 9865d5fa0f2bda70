import { CircleCheck, LogOut } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import { connection } from '@/lib/graphql/client';
import { destinationAfterLogin, loginWithReturn, paths, RETURN_PARAMETER } from '@/lib/paths';
import { mustSetUpMfa } from '@/lib/session/session';
import { useSession } from '@/lib/session/store';
import { refetchAccount } from '@/lib/session/sync-account';
import { Button } from '@/ui/form/button';
import { Link } from '@/ui/layout/link';
import { StepHeading } from '@/ui/layout/step-heading';
import { MfaSettings } from './mfa-settings';

/** Setup of the second factor that the organization requires, before anything else; leads on to the requested page. */
export function MfaSetupPage() {
  const { t } = useTranslation('settings');
  const { account } = useSession();
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const loggedIn = account !== null;
  // An owner may have lifted the requirement meanwhile.
  useEffect(() => {
    if (loggedIn) void refetchAccount();
  }, [loggedIn]);
  const wanted = parameters.get(RETURN_PARAMETER);
  if (!account) return <Navigate to={loginWithReturn(destinationAfterLogin(wanted))} replace />;
  const isDone = !mustSetUpMfa(account);
  return (
    <>
      <title>{t('mfaSetup.title')}</title>
      <StepHeading
        isLive
        sign={isDone && <CircleCheck aria-hidden="true" className="size-9 text-success-text" />}
        text={isDone ? t('mfaSetup.done') : t('mfaSetup.text', { organization: account.org?.company_name ?? '' })}
      >
        {t(isDone ? 'mfaSetup.doneTitle' : 'mfaSetup.title')}
      </StepHeading>
      {isDone && (
        <Link look="button" variant="primary" size="lg" fullWidth to={destinationAfterLogin(wanted)}>
          {t('mfaSetup.continue')}
        </Link>
      )}
      {/* Stays mounted: it shows the recovery codes after the first code. */}
      <MfaSettings />
      <Button
        fullWidth
        icon={<LogOut className="size-4" />}
        onClick={() => void connection.logOut().then(() => navigate(paths.login))}
      >
        {t('mfaSetup.logOut')}
      </Button>
    </>
  );
}
