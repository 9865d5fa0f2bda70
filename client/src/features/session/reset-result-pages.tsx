import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '@/lib/paths';
import { Link } from '@/ui/layout/link';
import { StepHeading } from '@/ui/layout/step-heading';

/** Result pages of the password reset (spec §2). */

function Note({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <>
      <title>{title}</title>
      <StepHeading text={text}>{title}</StepHeading>
      <div className="grid gap-3">{children}</div>
    </>
  );
}

const BUTTON = { look: 'button', size: 'lg', fullWidth: true } as const;

export function CheckEmailPage() {
  const { t } = useTranslation('session');
  return (
    <Note title={t('checkEmail.title')} text={t('checkEmail.text')}>
      <Link {...BUTTON} to={paths.login}>
        {t('reset.toLogin')}
      </Link>
    </Note>
  );
}

export function ResetSuccessPage() {
  const { t } = useTranslation('session');
  return (
    <Note title={t('resetSuccess.title')} text={t('resetSuccess.text')}>
      <p className="mb-3 text-base text-ink-secondary">{t('resetSuccess.ended')}</p>
      <Link {...BUTTON} variant="primary" to={paths.login}>
        {t('reset.toLogin')}
      </Link>
    </Note>
  );
}

export function ResetFailurePage() {
  const { t } = useTranslation('session');
  return (
    <Note title={t('resetFailure.title')} text={t('resetFailure.text')}>
      <Link {...BUTTON} variant="primary" to={paths.resetPassword}>
        {t('resetFailure.tryAgain')}
      </Link>
      <Link {...BUTTON} to={paths.signUp}>
        {t('resetFailure.signUp')}
      </Link>
    </Note>
  );
}
