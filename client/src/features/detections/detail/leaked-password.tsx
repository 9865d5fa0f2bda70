import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { toUserMessage } from '@/lib/graphql/errors';
import { useReauthentication } from '@/lib/session/reauthentication';
import { SecretValue } from '@/ui/display/secret-value';
import { toast } from '@/ui/feedback/toast';
import { RevealPasswordDocument } from './leaked-password.generated';

/** Leaked password, masked until revealed. The server logs each reveal and may require reauthentication. */
export function LeakedPassword({ alertId }: { alertId: string }) {
  const { t } = useTranslation(['detections', 'detection']);
  const client = useApolloClient();
  const { confirm, dialog } = useReauthentication();

  /** Bypasses the cache, so that the password exists only in the element that shows it. */
  async function fetchPassword() {
    const { data } = await client.mutate({
      mutation: RevealPasswordDocument,
      variables: { alertId },
      fetchPolicy: 'no-cache',
    });
    return data?.revealPassword;
  }

  async function reveal(): Promise<string | undefined> {
    try {
      let result = await fetchPassword();
      if (result?.__typename === 'ReauthenticationRequiredProblem') {
        if (!(await confirm())) return undefined;
        result = await fetchPassword();
      }
      if (result?.__typename === 'RevealPasswordSuccess') return result.password;
      toast('error', toUserMessage(result));
    } catch (error) {
      toast('error', toUserMessage(error));
    }
    return undefined;
  }

  return (
    <>
      <SecretValue
        hiddenLabel={t('detection:detail.passwordHidden')}
        revealLabel={t('detection:detail.reveal')}
        revealingLabel={t('detection:detail.revealing')}
        hideLabel={t('detection:detail.hide')}
        hidesIn={(seconds) => t('detection:detail.hidesIn', { count: seconds })}
        copyLabel={t('detection:detail.copy')}
        copiedLabel={t('detection:detail.copied')}
        onCopy={(copied) => (copied ? undefined : toast('error', t('detection:detail.copyFailed')))}
        onReveal={reveal}
      />
      {dialog}
    </>
  );
}
