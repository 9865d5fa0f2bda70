import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { Navigate } from 'react-router-dom';
import { paths } from '@/lib/paths';
import type { Account } from '@/lib/session/session';
import { InlineValue } from '@/ui/display/inline-value';
import { Callout } from '@/ui/feedback/callout';
import { Link } from '@/ui/layout/link';
import { AccountGuard } from './account-guard';
import { DomainForm } from './domain-form';
import { PageHeading } from './page-heading';
import { ResendButton } from './resend-button';
import { StepLayout } from './step-layout';
import { TxtRecord } from './txt-record';

/** Adds a domain and verifies it by a TXT record; continues automatically once a domain is verified. */
export function DomainValidatePage() {
  return <AccountGuard>{(account) => <DomainStep account={account} />}</AccountGuard>;
}

function DomainStep({ account }: { account: Account }) {
  const { t } = useTranslation('registration');
  const [addsAnother, setAddsAnother] = useState(false);
  const { user, domains } = account;
  if (user.role !== 'Organization') return <Navigate to={paths.dashboard} replace />;
  if (domains.some(({ is_verified: verified }) => verified)) return <Navigate to={paths.domainValidated} replace />;
  const domain = addsAnother ? undefined : domains.at(-1);
  return (
    <StepLayout step="domain">
      <title>{t('domain.title')}</title>
      <div className="grid gap-3">
        <PageHeading>{t('domain.title')}</PageHeading>
        <p className="text-lg text-ink-secondary">{t('domain.text')}</p>
      </div>
      {!user.is_email_verified && <ConfirmFirst email={user.email} />}
      {user.is_email_verified && !domain && <DomainForm email={user.email} onAdded={() => setAddsAnother(false)} />}
      {user.is_email_verified && domain && (
        <TxtRecord key={domain.id} domain={domain} onOther={() => setAddsAnother(true)} />
      )}
      <p className="text-sm">
        <Link to={paths.accountSetup} look="quiet">
          {t('domain.skip')}
        </Link>
      </p>
    </StepLayout>
  );
}

function ConfirmFirst({ email }: { email: string }) {
  const { t } = useTranslation('registration');
  return (
    <div className="grid gap-4">
      <Callout tone="warning" title={t('domain.unverified')}>
        <Trans t={t} i18nKey="domain.unverifiedText" components={{ email: <InlineValue value={email} /> }} />
      </Callout>
      <ResendButton />
    </div>
  );
}
