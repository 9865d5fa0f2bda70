import { CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { EarlierAccess } from '@/lib/graphql/schema-types.generated';
import { paths } from '@/lib/paths';
import { useSession } from '@/lib/session/store';
import { Callout } from '@/ui/feedback/callout';
import { Link } from '@/ui/layout/link';
import { PageHeading } from './page-heading';

/**
 * Confirms the verified address and says which earlier access ended. Leads an organization without a domain to the domain step, others to the
 * dashboard.
 */
export function EmailVerified({ earlierAccess }: { earlierAccess?: EarlierAccess | undefined }) {
  const { t } = useTranslation('registration');
  const { account } = useSession();
  const wantsDomain =
    account?.user.role === 'Organization' && !account.domains.some(({ is_verified: verified }) => verified);
  return (
    <>
      <title>{t('verification.verified')}</title>
      <div className="grid gap-4">
        <CircleCheck aria-hidden="true" className="size-9 text-success-text" />
        <PageHeading takesFocus>{t('verification.verified')}</PageHeading>
        <p className="text-lg text-ink-secondary">{t('verification.verifiedText')}</p>
      </div>
      {earlierAccess === 'OTHERS_ENDED' && <Callout>{t('verification.othersEnded')}</Callout>}
      {earlierAccess === 'ALL_ENDED' && (
        <Callout tone="warning" title={t('verification.allEndedTitle')}>
          {t('verification.allEnded')}
        </Callout>
      )}
      <div className="grid gap-3">
        <Link look="button" variant="primary" size="lg" fullWidth to={account ? paths.dashboard : paths.home}>
          {t('verification.continue')}
        </Link>
        {wantsDomain && (
          <Link look="button" size="lg" fullWidth to={paths.domainValidate}>
            {t('emailValidate.domain')}
          </Link>
        )}
      </div>
    </>
  );
}
