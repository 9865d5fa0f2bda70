import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate } from 'react-router-dom';
import { destinationOf, paths } from '@/lib/paths';
import { useSecretParameters } from '@/lib/secret-parameters';
import { useSiteSettings } from '@/lib/site-settings/site-settings';
import { Callout } from '@/ui/feedback/callout';
import { toast } from '@/ui/feedback/toast';
import { Button } from '@/ui/form/button';
import { useLoginWithMagicLinkMutation, useSendMfaEmailMutation } from './login.generated';
import { SecondFactor } from './second-factor';
import { StepHeading } from '@/ui/layout/step-heading';
import { useLoginSteps } from './use-login-steps';
import { useProblem } from './use-problem';

/** Target of the emailed login link (spec §2, Magic-link login page). */
export function MagicLinkPage() {
  const { loginEnabled } = useSiteSettings();
  const { token } = useSecretParameters('token');
  if (!loginEnabled) return <Navigate to={paths.home} replace />;
  return token === null || token === '' ? <MissingToken /> : <MagicLinkLogin key={token} token={token} />;
}

function MissingToken() {
  const { t } = useTranslation('session');
  const navigate = useNavigate();
  useEffect(() => {
    toast('error', t('magicLink.missing'), { flow: 'account' });
    void navigate(paths.login, { replace: true });
  }, [navigate, t]);
  return null;
}

const ANONYMOUS = { context: { anonymous: true }, fetchPolicy: 'no-cache' } as const;

/** Logs in on a button press, so that email scanners that open the link don't use it up. */
function MagicLinkLogin({ token }: { token: string }) {
  const { t } = useTranslation('session');
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const { problem, fail, clear } = useProblem();
  const button = useRef<HTMLButtonElement>(null);
  const [loginWithMagicLink] = useLoginWithMagicLinkMutation(ANONYMOUS);
  const [sendMfaEmail] = useSendMfaEmailMutation(ANONYMOUS);

  const { step, change, attempt } = useLoginSteps({
    async logIn(codes) {
      const { data } = await loginWithMagicLink({ variables: { input: { token, ...codes } } });
      return data?.loginWithMagicLink;
    },
    async mailCode(emailToken) {
      const { data } = await sendMfaEmail({ variables: { input: { emailToken } } });
      return data?.sendMfaEmail;
    },
    onLoggedIn: ({ user }) => void navigate(destinationOf(user, null), { replace: true }),
    fallback: 'session:magicLink.failed',
  });

  const toLogin = () => void navigate(paths.login, { replace: true });
  const begin = async () => {
    clear();
    setBusy(true);
    const found = await attempt();
    // Busy until the next page is loaded.
    if (!found) return;
    setBusy(false);
    fail(found.message);
    if (!found.unanswered) toLogin();
  };

  useEffect(() => button.current?.focus(), []);

  return (
    <>
      <title>{t('login.title')}</title>
      {step.name === 'start' ? (
        <>
          <StepHeading text={t('magicLink.text')}>{t('login.heading')}</StepHeading>
          {problem !== undefined && <Callout tone="danger">{problem}</Callout>}
          <Button
            ref={button}
            variant="primary"
            size="lg"
            fullWidth
            onClick={() => void begin()}
            loadingLabel={busy ? t('login.submitting') : undefined}
          >
            {t('magicLink.logIn')}
          </Button>
        </>
      ) : (
        <SecondFactor
          step={step}
          change={change}
          attempt={attempt}
          onStartOver={toLogin}
          startOverText={t('mfa.toLogin')}
        />
      )}
    </>
  );
}
