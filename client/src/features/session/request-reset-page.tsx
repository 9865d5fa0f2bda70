import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { paths } from '@/lib/paths';
import { Link } from '@/ui/layout/link';
import { EmailForm } from './email-form';
import { useRequestPasswordResetMutation } from './password-reset.generated';
import { StepHeading } from '@/ui/layout/step-heading';

/** Form that requests a reset link by email. No validation beyond the input type (spec §5). */
export function RequestResetPage() {
  const { t } = useTranslation('session');
  const navigate = useNavigate();
  const [requestReset] = useRequestPasswordResetMutation({ context: { anonymous: true }, fetchPolicy: 'no-cache' });

  return (
    <>
      <title>{t('reset.title')}</title>
      <StepHeading text={t('reset.text')}>{t('reset.title')}</StepHeading>
      <EmailForm
        ask={async (input) => (await requestReset({ variables: { input } })).data?.requestPasswordReset}
        onSent={() => void navigate(paths.resetCheckEmail)}
        label={t('reset.submit')}
        busyLabel={t('reset.submitting')}
      />
      <p className="text-base">
        <Link to={paths.login} look="quiet">
          {t('reset.toLogin')}
        </Link>
      </p>
    </>
  );
}
