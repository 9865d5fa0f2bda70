import { useReducer } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router-dom';
import { connection } from '@/lib/graphql/client';
import { toUserMessage } from '@/lib/graphql/errors';
import { loginWithReturn, paths } from '@/lib/paths';
import { useSecretParameters } from '@/lib/secret-parameters';
import { storedAccount, storedTokens } from '@/lib/session/mappers';
import { sessionStore, useSession } from '@/lib/session/store';
import { refetchAccount } from '@/lib/session/sync-account';
import { LoadingDots } from '@/ui/feedback/loading-dots';
import { toast } from '@/ui/feedback/toast';
import { Button } from '@/ui/form/button';
import { Link } from '@/ui/layout/link';
import { EmailVerified } from './email-verified';
import { PageHeading } from './page-heading';
import { ResendButton } from './resend-button';
import { nextVerification, NOT_BEGUN } from './verification-state';
import { useConfirmEmailMutation } from './verification.generated';

interface MailedLink {
  uid: string;
  token: string;
}

/**
 * Target of the emailed link. The link is used only on a button press, so that email scanners don't use it up (hostile-inputs
 * A25).
 */
export function EmailVerificationPage() {
  const { uid, token } = useSecretParameters('uid', 'token');
  const [parameters] = useSearchParams();
  if (!uid || !token) {
    // Clears the rest of the link first: two address changes at once would collide.
    return parameters.has('uid') || parameters.has('token') ? null : <Navigate to={paths.invalidToken} replace />;
  }
  return <Verification key={token} uid={uid} token={token} />;
}

function Verification({ uid, token }: MailedLink) {
  const { t } = useTranslation('registration');
  const [state, dispatch] = useReducer(nextVerification, NOT_BEGUN);
  const [confirmEmail] = useConfirmEmailMutation({ fetchPolicy: 'no-cache' });

  const refuse = (failure: unknown) => {
    const message = toUserMessage(failure, 'registration:verification.wrong');
    dispatch({ kind: 'refused', message });
    toast('error', message, { flow: 'account' });
  };

  const verify = async () => {
    dispatch({ kind: 'verify' });
    try {
      // A session that has ended meanwhile is cleared first: the link also works without one.
      await connection.refresher.check();
      const { data } = await confirmEmail({ variables: { input: { uid, token } } });
      const result = data?.confirmEmail;
      if (result?.__typename !== 'ConfirmEmailSuccess') {
        refuse(result);
        return;
      }
      const { tokens, account, earlierAccess } = result;
      if (tokens && account) {
        sessionStore.dispatch({
          kind: 'logged-in',
          tokens: storedTokens(tokens),
          account: storedAccount(account),
        });
      } else if (sessionStore.read().loggedIn) {
        await refetchAccount();
      }
      dispatch({ kind: 'confirmed', earlierAccess });
      toast('success', t('verification.done'), { flow: 'account' });
    } catch (error) {
      refuse(error);
    }
  };

  switch (state.step) {
    case 'verified':
      return <EmailVerified earlierAccess={state.earlierAccess} />;
    case 'failed':
      return (
        <Failed
          message={state.message}
          onTryAgain={() => void verify()}
          onVerified={() => dispatch({ kind: 'already-verified' })}
        />
      );
    case 'verifying':
      return (
        <div className="grid justify-items-start gap-6">
          <title>{t('verification.title')}</title>
          <PageHeading takesFocus>{t('verification.verifying')}</PageHeading>
          <span className="text-accent">
            <LoadingDots size={80} />
          </span>
        </div>
      );
    case 'idle':
      return (
        <>
          <title>{t('verification.title')}</title>
          <div className="grid gap-3">
            <PageHeading>{t('verification.idle')}</PageHeading>
            <p className="text-lg text-ink-secondary">{t('verification.idleText')}</p>
          </div>
          <Button variant="primary" size="lg" fullWidth onClick={() => void verify()}>
            {t('verification.verify')}
          </Button>
        </>
      );
  }
}

interface FailedProps {
  message: string;
  onTryAgain: () => void;
  onVerified: () => void;
}

function Failed({ message, onTryAgain, onVerified }: FailedProps) {
  const { t } = useTranslation('registration');
  const { account } = useSession();
  return (
    <>
      <title>{t('verification.title')}</title>
      <div className="grid gap-3">
        <PageHeading takesFocus>{t('verification.failed')}</PageHeading>
        {message !== t('verification.failed') && <p className="text-lg text-ink-secondary">{message}</p>}
      </div>
      <div className="flex flex-wrap items-start gap-3">
        <Button variant="primary" onClick={onTryAgain}>
          {t('verification.tryAgain')}
        </Button>
        {account ? (
          <ResendButton onVerified={onVerified} />
        ) : (
          // Only the user may request emails to the address: login leads to that page.
          <Link look="button" to={loginWithReturn(paths.emailValidateIndividual)}>
            {t('resend.button')}
          </Link>
        )}
      </div>
      {!account && <p className="text-sm text-ink-muted">{t('verification.logInToResend')}</p>}
    </>
  );
}
