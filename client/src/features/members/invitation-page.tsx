import { useForm } from 'react-hook-form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import { showFieldErrors } from '@/lib/field-errors';
import { newPassword, required, samePassword } from '@/lib/field-rules';
import { toUserMessage } from '@/lib/graphql/errors';
import { largeFields } from '@/lib/large-fields';
import { paths } from '@/lib/paths';
import { useSecretParameters } from '@/lib/secret-parameters';
import { storedAccount, storedTokens } from '@/lib/session/mappers';
import { sessionStore } from '@/lib/session/store';
import { Callout } from '@/ui/feedback/callout';
import { ErrorPanel } from '@/ui/feedback/error-panel';
import { LoadingDots } from '@/ui/feedback/loading-dots';
import { toastOutcome } from '@/ui/feedback/mutation-toasts';
import { Button } from '@/ui/form/button';
import { PasswordField } from '@/ui/form/password-field';
import { TextField } from '@/ui/form/text-field';
import { Link } from '@/ui/layout/link';
import { StepHeading } from '@/ui/layout/step-heading';
import { VisuallyHidden } from '@/ui/layout/visually-hidden';
import { type InvitationQuery, useAcceptInvitationMutation, useInvitationQuery } from './members.generated';

type OpenInvitation = Extract<InvitationQuery['invitation'], { __typename: 'OpenInvitation' }>;

/** Target of the emailed invitation: inviter, organization and role, and the form to join. */
export function InvitationPage() {
  const { token } = useSecretParameters('token');
  const [parameters] = useSearchParams();
  // Clears the rest of the link first: two address changes at once would collide.
  if (!token) return parameters.has('token') ? null : <Navigate to={paths.invalidToken} replace />;
  return <Invitation key={token} token={token} />;
}

function Invitation({ token }: { token: string }) {
  const { t } = useTranslation('members');
  const { data, error, refetch } = useInvitationQuery({
    variables: { token },
    context: { anonymous: true },
    fetchPolicy: 'no-cache',
  });
  const invitation = data?.invitation;
  return (
    <>
      <title>{t('invitation.title')}</title>
      {invitation?.__typename === 'OpenInvitation' ? (
        <Invited token={token} invitation={invitation} />
      ) : invitation ? (
        <>
          <StepHeading text={invitation.message}>{t('invitation.invalid')}</StepHeading>
          <Link to={paths.login}>{t('invitation.logIn')}</Link>
        </>
      ) : (
        <>
          <StepHeading>{t('invitation.title')}</StepHeading>
          {error ? (
            <ErrorPanel
              title={t('failed.title')}
              text={toUserMessage(error)}
              retryLabel={t('failed.retry')}
              onRetry={() => void refetch()}
            />
          ) : (
            <span className="text-accent">
              <LoadingDots size={80} />
              <VisuallyHidden live>{t('invitation.loading')}</VisuallyHidden>
            </span>
          )}
        </>
      )}
    </>
  );
}

function Invited({ token, invitation }: { token: string; invitation: OpenInvitation }) {
  const { t } = useTranslation('members');
  const { email, role, organization, invitedBy, advice } = invitation;
  return (
    <>
      <StepHeading
        text={t(invitedBy ? 'invitation.byAs' : 'invitation.as', { name: invitedBy, role: t(`role.${role}`), email })}
      >
        {t('invitation.heading', { organization })}
      </StepHeading>
      {advice === null ? (
        <AcceptForm token={token} email={email} />
      ) : (
        <>
          <Callout tone="warning">{advice}</Callout>
          <Link look="button" to={paths.login}>
            {t('invitation.logIn')}
          </Link>
        </>
      )}
    </>
  );
}

const EMPTY = { firstName: '', lastName: '', password: '', verifyPassword: '' };

function AcceptForm({ token, email }: { token: string; email: string }) {
  const { t, i18n } = useTranslation('members');
  const navigate = useNavigate();
  const [accept] = useAcceptInvitationMutation({ context: { anonymous: true }, fetchPolicy: 'no-cache' });
  const [problem, setProblem] = useState<string>();
  const form = useForm({ defaultValues: EMPTY });
  const { getValues, handleSubmit, setError } = form;
  const { isSubmitting } = form.formState;
  const field = largeFields(form);

  const submit = handleSubmit(async (values) => {
    setProblem(undefined);
    try {
      const { data } = await accept({ variables: { input: { token, ...values, language: i18n.language } } });
      const result = data?.acceptInvitation;
      if (result?.__typename === 'LoginSuccess') {
        const { tokens, account } = result;
        sessionStore.dispatch({ kind: 'logged-in', tokens: storedTokens(tokens), account: storedAccount(account) });
        toastOutcome(result);
        await navigate(paths.dashboard, { replace: true });
        return;
      }
      const shown =
        result?.__typename === 'ValidationProblem' &&
        showFieldErrors(setError, result.fieldErrors, ['firstName', 'lastName', 'password', 'verifyPassword']);
      if (!shown) setProblem(toUserMessage(result));
    } catch (error) {
      setProblem(toUserMessage(error));
    }
  });

  const passwordTexts = { showLabel: t('showPassword'), hideLabel: t('hidePassword') };
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      {problem !== undefined && <Callout tone="danger">{problem}</Callout>}
      {/* Password managers store the password for the invited address. */}
      <input hidden readOnly autoComplete="username" value={email} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label={t('invitation.firstName')} autoComplete="given-name" {...field('firstName', required)} />
        <TextField label={t('invitation.lastName')} autoComplete="family-name" {...field('lastName', required)} />
      </div>
      <PasswordField
        {...passwordTexts}
        label={t('invitation.password')}
        hint={t('invitation.passwordHint')}
        autoComplete="new-password"
        {...field('password', newPassword, 'verifyPassword')}
      />
      <PasswordField
        {...passwordTexts}
        label={t('invitation.repeatPassword')}
        autoComplete="new-password"
        {...field(
          'verifyPassword',
          samePassword(() => getValues('password')),
        )}
      />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        fullWidth
        loadingLabel={isSubmitting ? t('invitation.submitting') : undefined}
      >
        {t('invitation.submit')}
      </Button>
    </form>
  );
}
