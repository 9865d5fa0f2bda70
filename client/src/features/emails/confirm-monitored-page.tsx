import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router-dom';
import { toUserMessage } from '@/lib/graphql/errors';
import { paths } from '@/lib/paths';
import { useSecretParameters } from '@/lib/secret-parameters';
import { Callout } from '@/ui/feedback/callout';
import { Button } from '@/ui/form/button';
import { Link } from '@/ui/layout/link';
import { StepHeading } from '@/ui/layout/step-heading';
import { useConfirmMonitoredEmailMutation } from './emails.generated';

/**
 * Target of the email to a monitored address. The link is used only on a button press, so that email scanners don't use it up
 * (hostile-inputs A25).
 */
export function ConfirmMonitoredPage() {
  const { uid, token } = useSecretParameters('uid', 'token');
  const [parameters] = useSearchParams();
  if (!uid || !token) {
    // Clears the rest of the link first: two address changes at once would collide.
    return parameters.has('uid') || parameters.has('token') ? null : <Navigate to={paths.invalidToken} replace />;
  }
  return <Confirmation key={token} uid={uid} token={token} />;
}

function Confirmation({ uid, token }: { uid: string; token: string }) {
  const { t } = useTranslation('emails');
  const [confirm, { loading }] = useConfirmMonitoredEmailMutation({
    context: { anonymous: true },
    fetchPolicy: 'no-cache',
  });
  const [done, setDone] = useState<string>();
  const [problem, setProblem] = useState<string>();

  async function agree() {
    setProblem(undefined);
    try {
      const result = (await confirm({ variables: { input: { uid, token } } })).data?.confirmMonitoredEmail;
      if (result?.__typename === 'MessageSuccess') setDone(result.message);
      else setProblem(toUserMessage(result));
    } catch (error) {
      setProblem(toUserMessage(error));
    }
  }

  return (
    <>
      <title>{t('confirm.title')}</title>
      <StepHeading text={t('confirm.text')}>{t('confirm.title')}</StepHeading>
      <div role="status" className="contents">
        {done !== undefined && <Callout tone="success">{done}</Callout>}
      </div>
      {problem !== undefined && <Callout tone="danger">{problem}</Callout>}
      {done === undefined ? (
        <Button
          variant="primary"
          size="lg"
          fullWidth
          onClick={() => void agree()}
          loadingLabel={loading ? t('confirm.busy') : undefined}
        >
          {t('confirm.button')}
        </Button>
      ) : (
        <Link look="button" to={paths.home}>
          {t('confirm.home')}
        </Link>
      )}
    </>
  );
}
