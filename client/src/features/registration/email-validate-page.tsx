import { CircleSlash } from 'lucide-react';
import type { ReactNode } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router-dom';
import { emailValidateFor, paths } from '@/lib/paths';
import type { Account } from '@/lib/session/session';
import { InlineValue } from '@/ui/display/inline-value';
import { Link } from '@/ui/layout/link';
import { AccountGuard } from './account-guard';
import { EmailVerified } from './email-verified';
import { PageHeading } from './page-heading';
import { ResendButton } from './resend-button';
import { StepLayout } from './step-layout';

/** Shown after sign-up while the address is unverified; continues automatically once it is verified, here or elsewhere. */
export function EmailValidatePage() {
  return <AccountGuard>{(account) => <EmailValidation account={account} />}</AccountGuard>;
}

function EmailValidation({ account }: { account: Account }) {
  const { pathname } = useLocation();
  const { role, is_email_verified: verified } = account.user;
  const own = emailValidateFor(role);
  if (pathname !== own) return <Navigate to={own} replace />;
  return (
    <StepLayout step={role === 'Organization' ? 'email' : undefined}>
      {verified ? <EmailVerified /> : <ConfirmationRequired account={account} />}
    </StepLayout>
  );
}

function ConfirmationRequired({ account }: { account: Account }) {
  const { t } = useTranslation('registration');
  const { email, role } = account.user;
  return (
    <>
      <title>{t('emailValidate.title')}</title>
      <PageHeading>{t('emailValidate.title')}</PageHeading>
      <p className="text-lg text-ink-secondary">
        <Trans t={t} i18nKey="emailValidate.sent" components={{ email: <InlineValue value={email} /> }} />
      </p>
      <p className="text-base text-ink-secondary">{t('emailValidate.here')}</p>
      <section className="grid gap-3 rounded-lg border border-line bg-canvas px-4 py-3.5">
        <h2 className="text-base font-semibold">{t('emailValidate.limitsTitle')}</h2>
        <ul className="grid gap-2 text-base text-ink-secondary">
          <Limit>{t('emailValidate.limits.detections')}</Limit>
          <Limit>{t('emailValidate.limits.rest')}</Limit>
        </ul>
      </section>
      <div className="grid gap-3">
        {role === 'Organization' ? (
          <>
            <Link look="button" variant="primary" size="lg" fullWidth to={paths.domainValidate}>
              {t('emailValidate.domain')}
            </Link>
            <Link look="button" size="lg" fullWidth to={paths.dashboard}>
              {t('emailValidate.continue')}
            </Link>
          </>
        ) : (
          <Link look="button" variant="primary" size="lg" fullWidth to={paths.dashboard}>
            {t('emailValidate.continue')}
          </Link>
        )}
      </div>
      <div className="grid gap-3 border-t border-line pt-6">
        <p className="text-base text-ink-secondary">{t('emailValidate.notArrived')}</p>
        <ResendButton />
      </div>
    </>
  );
}

function Limit({ children }: { children: ReactNode }) {
  return (
    <li className="flex items-start gap-2">
      <CircleSlash aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-ink-muted" />
      {children}
    </li>
  );
}
