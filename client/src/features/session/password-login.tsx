import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHumanVerification } from '@/lib/human-verification/human-verification';
import { paths } from '@/lib/paths';
import { sessionStore } from '@/lib/session/store';
import { enabledSignUps, useSiteSettings } from '@/lib/site-settings/site-settings';
import { Callout } from '@/ui/feedback/callout';
import { Link } from '@/ui/layout/link';
import { type Credentials, LoginForm } from './login-form';
import { useLoginMutation, useSendMfaEmailMutation } from './login.generated';
import { SecondFactor } from './second-factor';
import { StepHeading } from '@/ui/layout/step-heading';
import { useLoginSteps } from './use-login-steps';

const ANONYMOUS = { context: { anonymous: true }, fetchPolicy: 'no-cache' } as const;

interface PasswordLoginProps {
  email: string;
  onLinkWanted: (email: string) => void;
}

/** Login by password and, if required, a second factor. */
export function PasswordLogin({ email, onLinkWanted }: PasswordLoginProps) {
  const { t } = useTranslation('session');
  const [signUp] = enabledSignUps(useSiteSettings());
  const [login] = useLoginMutation(ANONYMOUS);
  const [sendMfaEmail] = useSendMfaEmailMutation(ANONYMOUS);
  const human = useHumanVerification();
  const notice = sessionStore.endNotice();
  const [initial, setInitial] = useState<Credentials>({ email, password: '', rememberMe: false });
  // Sent again with the code; discarded with the page.
  const credentials = useRef(initial);

  const { step, change, attempt } = useLoginSteps({
    async logIn(codes) {
      // The first attempt has used up the token; the code needs none.
      const isFirst = codes === undefined;
      try {
        const cfTurnstileResponse = isFirst ? human.take() : null;
        const { data } = await login({
          variables: { input: { ...credentials.current, ...codes, cfTurnstileResponse } },
        });
        return data?.login;
      } finally {
        human.reset();
      }
    },
    async mailCode(emailToken) {
      const { email: address, password } = credentials.current;
      const { data } = await sendMfaEmail({ variables: { input: { emailToken, email: address, password } } });
      return data?.sendMfaEmail;
    },
  });

  if (step.name !== 'start') {
    return (
      <SecondFactor
        step={step}
        change={change}
        attempt={attempt}
        onStartOver={() => change({ kind: 'given-up' })}
        startOverText={t('mfa.toPassword')}
      />
    );
  }
  return (
    <>
      <StepHeading>{t('login.heading')}</StepHeading>
      {notice && (
        <div role="status">
          <Callout>{notice}</Callout>
        </div>
      )}
      <LoginForm
        initial={initial}
        human={human}
        onSubmit={(typed) => {
          credentials.current = typed;
          setInitial({ ...typed, password: '' });
          return attempt();
        }}
        onLinkWanted={onLinkWanted}
      />
      {signUp && (
        <p className="text-base text-ink-secondary">
          {t('login.noAccount')}{' '}
          <Link to={signUp === 'individual' ? paths.signUpIndividual : paths.signUpCompany}>{t('login.signUp')}</Link>
        </p>
      )}
    </>
  );
}
