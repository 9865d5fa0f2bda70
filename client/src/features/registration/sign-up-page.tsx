import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { emailValidateFor, paths } from '@/lib/paths';
import { useSecretParameters } from '@/lib/secret-parameters';
import { useSession } from '@/lib/session/store';
import { enabledSignUps, useSiteSettings } from '@/lib/site-settings/site-settings';
import { Skeleton } from '@/ui/feedback/skeleton';
import { Link } from '@/ui/layout/link';
import { Tabs } from '@/ui/layout/tabs';
import { PageHeading } from './page-heading';
import { useVerifiedAddressQuery } from './registration.generated';
import { SignUpForm } from './sign-up-form';
import { EMPTY_SIGN_UP, type SignUpKind } from './sign-up-values';

const PATHS: Record<SignUpKind, string> = { company: paths.signUpCompany, individual: paths.signUpIndividual };

/** Sign-up of both account types, chosen by the address. With an account, it redirects to the next step. */
export function SignUpPage() {
  const settings = useSiteSettings();
  const { account } = useSession();
  const { address_token: addressToken } = useSecretParameters('address_token');
  const { pathname } = useLocation();
  const kind = pathname.startsWith(paths.signUpCompany) ? 'company' : 'individual';
  if (account) {
    const { is_email_verified: verified, role } = account.user;
    return <Navigate to={verified ? paths.dashboard : emailValidateFor(role)} replace />;
  }
  if (!enabledSignUps(settings).includes(kind)) return <Navigate to={paths.home} replace />;
  return addressToken ? <AfterAddressCheck kind={kind} token={addressToken} /> : <SignUpTabs kind={kind} />;
}

/** Sign-up by the link of an address check. Without a valid link, it's an ordinary one. */
function AfterAddressCheck({ kind, token }: { kind: SignUpKind; token: string }) {
  const { data, loading } = useVerifiedAddressQuery({
    variables: { token },
    context: { anonymous: true },
    fetchPolicy: 'no-cache',
  });
  if (loading) return <Skeleton className="h-96" />;
  const email = data?.verifiedAddress;
  return email ? <SignUpTabs kind={kind} verified={{ email, token }} /> : <SignUpTabs kind={kind} />;
}

interface SignUpTabsProps {
  kind: SignUpKind;
  verified?: { email: string; token: string };
}

/** Keeps the typed values when the tab changes. */
function SignUpTabs({ kind, verified }: SignUpTabsProps) {
  const { t } = useTranslation('registration');
  const settings = useSiteSettings();
  const navigate = useNavigate();
  const [typed, setTyped] = useState({ ...EMPTY_SIGN_UP, email: verified?.email ?? '' });
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
      content: <SignUpForm kind={value} typed={typed} onTyped={setTyped} addressToken={verified?.token} />,
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
