import { CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router-dom';
import { paths } from '@/lib/paths';
import type { Account } from '@/lib/session/session';
import { MonospaceValue } from '@/ui/display/monospace-value';
import { Link } from '@/ui/layout/link';
import { AccountGuard } from './account-guard';
import { PageHeading } from './page-heading';
import { StepLayout } from './step-layout';

/** The proof was found; only accounts with a proved domain see this. */
export function DomainValidatedPage() {
  return <AccountGuard>{(account) => <Validated account={account} />}</AccountGuard>;
}

function Validated({ account }: { account: Account }) {
  const { t } = useTranslation('registration');
  const proved = account.domains.filter(({ is_verified: verified }) => verified);
  if (proved.length === 0) return <Navigate to={paths.domainValidate} replace />;
  return (
    <StepLayout step="domain">
      <title>{t('domainValidated.title')}</title>
      <div className="grid gap-4">
        <CircleCheck aria-hidden="true" className="size-9 text-success-text" />
        <PageHeading>{t('domainValidated.title')}</PageHeading>
        <p className="text-lg text-ink-secondary">{t('domainValidated.text')}</p>
        <ul className="grid gap-1.5">
          {proved.map(({ id, domain }) => (
            <li key={id}>
              <MonospaceValue value={domain} />
            </li>
          ))}
        </ul>
      </div>
      <Link look="button" variant="primary" size="lg" fullWidth to={paths.accountSetup}>
        {t('domainValidated.continue')}
      </Link>
    </StepLayout>
  );
}
