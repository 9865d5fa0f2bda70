import { useTranslation } from 'react-i18next';
import { Callout } from '@/ui/feedback/callout';
import { Button } from '@/ui/form/button';
import { useResendVerification } from './use-resend-verification';

/** 'Resend email' button, with the error below it. */
export function ResendButton({ onVerified }: { onVerified?: () => void }) {
  const { t } = useTranslation('registration');
  const { resend, sending, problem } = useResendVerification(onVerified);
  return (
    <div className="grid justify-items-start gap-3">
      <Button onClick={() => void resend()} loadingLabel={sending ? t('resend.sending') : undefined}>
        {t('resend.button')}
      </Button>
      {problem !== undefined && <Callout tone="danger">{problem}</Callout>}
    </div>
  );
}
