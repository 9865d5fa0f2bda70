import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { emailValidateFor, paths } from '@/lib/paths';
import { useSession } from '@/lib/session/store';
import { enabledSignUps, useSiteSettings } from '@/lib/site-settings/site-settings';
import { Link } from '@/ui/layout/link';
import { Tabs } from '@/ui/layout/tabs';
import { PageHeading } from './page-heading';
import { SignUpForm } from './sign-up-form';
import { EMPTY_SIGN_UP, type SignUpKind } from './sign-up-values';

const PATHS: Record<SignUpKind, string> = { company: paths.signUpCompany, individual: paths.signUpIndividual };

/** Sign-up of both account types, chosen by the address. With an account, it redirects to the next step. */
export function SignUpPage() {
  const settings = useSiteSettings();
  const { account } = useSession();
  const { pathname } = useLocation();
  const kind = pathname.startsWith(paths.signUpCompany) ? 'company' : 'individual';
  if (account) {
    const { is_email_verified: verified, role } = account.user;
    return <Navigate to={verified ? paths.dashboard : emailValidateFor(role)} replace />;
  }
  if (!enabledSignUps(settings).includes(kind)) return <Navigate to={paths.home} replace />;
  return <SignUpTabs kind={kind} />;
}

/** Keeps the typed values when the tab changes. */
function SignUpTabs({ kind }: { kind: SignUpKind }) {
  const { t } = useTranslation('registration');
  const settings = useSiteSettings();
  const navigate = useNavigate();
  const [typed, setTyped] = useState(EMPTY_SIGN_UP);
  const tabs = (
    [
      { value: 'company', label: t('signUp.organization') },
      { value: 'individual', label: t('signUp.individual') },
    ] as const
  )
    .filter(({ value }) => enabledSignUps(settings).includes(value))
    .map(({ value, label }) => ({
      value,
      label,
      content: <SignUpForm kind={value} typed={typed} onTyped={setTyped} />,
    }));
  return (
    <>
      <title>{t('signUp.title')}</title>
      <div className="grid gap-2">
        <PageHeading>{t('signUp.heading')}</PageHeading>
        {settings.loginEnabled && (
          <p className="text-base text-ink-secondary">
            <Trans t={t} i18nKey="signUp.signIn" components={{ signIn: <Link to={paths.login}>{null}</Link> }} />
          </p>
        )}
      </div>
      <Tabs
        label={t('signUp.kinds')}
        value={kind}
        onValueChange={(chosen) => void navigate(PATHS[chosen], { replace: true })}
        tabs={tabs}
      />
    </>
  );
}
