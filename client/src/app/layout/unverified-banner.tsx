import { Trans, useTranslation } from 'react-i18next';
import { useResendVerification } from '@/features/registration/use-resend-verification';
import { useSession } from '@/lib/session/store';
import { MonospaceValue } from '@/ui/display/monospace-value';
import { Callout } from '@/ui/feedback/callout';
import { Button } from '@/ui/form/button';

/** Explains to unverified users why they see no detections. */
export function UnverifiedBanner() {
  const { t } = useTranslation('registration');
  const { account } = useSession();
  const { resend, sending, problem } = useResendVerification();
  if (!account || account.user.is_email_verified) return null;
  return (
    <div className="mb-6">
      <Callout tone="warning">
        <Trans t={t} i18nKey="unverifiedNotice" components={{ email: <MonospaceValue value={account.user.email} /> }} />
        {problem !== undefined && <p className="mt-1 text-danger-text">{problem}</p>}
        {/* Under the text: the end of its line may be under a toast (styles/toasts.css). */}
        <div className="mt-2">
          <Button size="sm" onClick={() => void resend()} loadingLabel={sending ? t('resend.sending') : undefined}>
            {t('resend.button')}
          </Button>
        </div>
      </Callout>
    </div>
  );
}
