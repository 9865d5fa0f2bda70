import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toUserMessage } from '@/lib/graphql/errors';
import { sessionStore } from '@/lib/session/store';
import { toast } from '@/ui/feedback/toast';
import { useResendVerificationMutation } from './verification.generated';

interface ResendVerification {
  resend: () => Promise<void>;
  sending: boolean;
  /** Error of the last attempt, because the toast disappears after seconds. */
  problem: string | undefined;
}

/** Request a new verification link. `onVerified` is called if the address is already verified. */
export function useResendVerification(onVerified?: () => void): ResendVerification {
  const { t } = useTranslation('registration');
  const [send, { loading: sending }] = useResendVerificationMutation({ fetchPolicy: 'no-cache' });
  const [problem, setProblem] = useState<string>();

  const fail = (failure: unknown) => {
    const message = toUserMessage(failure, 'registration:resend.failed');
    setProblem(message);
    toast('error', message, { flow: 'account' });
  };

  const resend = async () => {
    if (sending) return;
    setProblem(undefined);
    try {
      const { data } = await send();
      const result = data?.resendVerification;
      if (result?.__typename !== 'VerificationSent') {
        fail(result);
        return;
      }
      if (result.emailSent) toast('success', t('resend.sent'), { flow: 'account' });
      else toast('info', result.message, { flow: 'account' });
      if (result.isVerified) {
        sessionStore.dispatch({ kind: 'account-updated', update: { user: { is_email_verified: true } } });
        onVerified?.();
      }
    } catch (error) {
      fail(error);
    }
  };

  return { resend, sending, problem };
}
