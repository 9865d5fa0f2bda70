import { CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router-dom';
import { paths } from '@/lib/paths';
import type { Account } from '@/lib/session/session';
import { useSession } from '@/lib/session/store';
import { MonospaceValue } from '@/ui/display/monospace-value';
import { Link } from '@/ui/layout/link';
import { AccountGuard } from './account-guard';
import { PageHeading } from './page-heading';
import { StepLayout } from './step-layout';

/** Confirms the verified domain. Needs no session; an account without a verified domain goes back to the domain step. */
export function DomainValidatedPage() {
  const { account } = useSession();
  if (!account) return <Validated domains={[]} />;
  return (
    <AccountGuard>
      {({ domains }) => {
        const verified = domains.filter(({ is_verified: isVerified }) => isVerified);
        return verified.length > 0 ? <Validated domains={verified} /> : <Navigate to={paths.domainValidate} replace />;
      }}
    </AccountGuard>
  );
}

function Validated({ domains }: Pick<Account, 'domains'>) {
  const { t } = useTranslation('registration');
  return (
    <StepLayout step="domain">
      <title>{t('domainValidated.title')}</title>
      <div className="grid gap-4">
        <CircleCheck aria-hidden="true" className="size-9 text-success-text" />
        <PageHeading>{t('domainValidated.title')}</PageHeading>
        <p className="text-lg text-ink-secondary">{t('domainValidated.text')}</p>
        {domains.length > 0 && (
          <ul className="grid gap-1.5">
            {domains.map(({ id, domain }) => (
              <li key={id}>
                <MonospaceValue value={domain} />
              </li>
            ))}
          </ul>
        )}
      </div>
      <Link look="button" variant="primary" size="lg" fullWidth to={paths.accountSetup}>
        {t('domainValidated.continue')}
      </Link>
    </StepLayout>
  );
}
