import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router-dom';
import { toUserMessage } from '@/lib/graphql/errors';
import { paths } from '@/lib/paths';
import { useSecretParameters } from '@/lib/secret-parameters';
import { AsyncContent } from '@/ui/feedback/async-content';
import { Callout } from '@/ui/feedback/callout';
import { Button } from '@/ui/form/button';
import { Link } from '@/ui/layout/link';
import { StepHeading } from '@/ui/layout/step-heading';
import { useConfirmOptOutMutation, useOptOutChoiceQuery } from './addresses.generated';

const ANONYMOUS = { context: { anonymous: true }, fetchPolicy: 'no-cache' } as const;

/** Target of the email about an opt-out. The link is used only on a button press (hostile-inputs A25). */
export function OptOutConfirmPage() {
  const { token } = useSecretParameters('token');
  const [parameters] = useSearchParams();
  if (!token) return parameters.has('token') ? null : <Navigate to={paths.invalidToken} replace />;
  return <Confirmation key={token} token={token} />;
}

function Confirmation({ token }: { token: string }) {
  const { t } = useTranslation('lookups');
  const asked = useOptOutChoiceQuery({ variables: { token }, ...ANONYMOUS });
  const [confirm, { loading }] = useConfirmOptOutMutation(ANONYMOUS);
  const [done, setDone] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const choice = asked.data?.optOutChoice;

  async function agree() {
    setProblem(undefined);
    try {
      const result = (await confirm({ variables: { token } })).data?.confirmOptOut;
      if (result?.__typename === 'MessageSuccess') setDone(result.message);
      else setProblem(toUserMessage(result));
    } catch (error) {
      setProblem(toUserMessage(error));
    }
  }

  return (
    <>
      <title>{t('optOut.confirm.title')}</title>
      <StepHeading>{t('optOut.confirm.title')}</StepHeading>
      <AsyncContent query={asked}>
        {choice ? (
          <>
            <div>
              <p className="text-base font-medium text-ink">{t(`optOut.levels.${choice}`)}</p>
              <p className="mt-0.5 text-base text-ink-secondary">{t(`optOut.hints.${choice}`)}</p>
            </div>
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
                loadingLabel={loading ? t('optOut.confirm.busy') : undefined}
              >
                {t('optOut.confirm.button')}
              </Button>
            ) : (
              <Link look="button" to={paths.home}>
                {t('optOut.confirm.home')}
              </Link>
            )}
          </>
        ) : (
          <>
            <Callout tone="warning">{t('optOut.confirm.invalid')}</Callout>
            <Link look="button" to={paths.optOut}>
              {t('optOut.confirm.again')}
            </Link>
          </>
        )}
      </AsyncContent>
    </>
  );
}
