import { useTranslation } from 'react-i18next';
import { emailValidateFor, paths } from '@/lib/paths';
import { useSession } from '@/lib/session/store';
import { EmptyState } from '@/ui/feedback/empty-state';
import { AllClear, NoneYet } from '@/ui/feedback/illustrations';
import { Card } from '@/ui/layout/card';
import { Link } from '@/ui/layout/link';

/** Overview of an account without detections: the next step, or "All clear". */
export function FirstSteps() {
  const { t } = useTranslation('overview');
  const { account } = useSession();
  if (!account) return null;
  const { user, domains } = account;
  if (!user.is_email_verified) {
    return (
      <Card>
        <EmptyState
          illustration={<NoneYet />}
          title={t('empty.email.title')}
          text={t('empty.email.text')}
          action={
            <Link look="button" variant="primary" to={emailValidateFor(user.role)}>
              {t('empty.email.action')}
            </Link>
          }
        />
      </Card>
    );
  }
  if (user.role === 'Organization' && !domains.some(({ is_verified }) => is_verified)) {
    return (
      <Card>
        <EmptyState
          illustration={<NoneYet />}
          title={t('empty.domain.title')}
          text={t('empty.domain.text')}
          action={
            <Link look="button" variant="primary" to={paths.domainSettings}>
              {t('empty.domain.action')}
            </Link>
          }
        />
      </Card>
    );
  }
  return (
    <Card>
      <EmptyState illustration={<AllClear />} title={t('empty.clear.title')} text={t('empty.clear.text')} />
    </Card>
  );
}
