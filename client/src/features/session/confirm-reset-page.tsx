import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate } from 'react-router-dom';
import { showFieldErrors } from '@/lib/field-errors';
import { isConnectionFailure, toUserMessage } from '@/lib/graphql/errors';
import { paths } from '@/lib/paths';
import { useSecretParameters } from '@/lib/secret-parameters';
import { Callout } from '@/ui/feedback/callout';
import { toast } from '@/ui/feedback/toast';
import { Button } from '@/ui/form/button';
import { PasswordField } from '@/ui/form/password-field';
import { TextField } from '@/ui/form/text-field';
import { useConfirmPasswordResetMutation } from './password-reset.generated';
import { StepHeading } from '@/ui/layout/step-heading';
import { useProblem } from './use-problem';

/** Target of the emailed reset link. An incomplete link counts as expired. */
export function ConfirmResetPage() {
  const { uid, token } = useSecretParameters('uid', 'token');
  if (!uid || !token) return <Navigate to={paths.resetFailure} replace />;
  return <NewPasswordForm key={token} uid={uid} token={token} />;
}

function NewPasswordForm({ uid, token }: { uid: string; token: string }) {
  const { t } = useTranslation(['session', 'fields']);
  const navigate = useNavigate();
  const { problem, fail, clear } = useProblem();
  const [confirmReset] = useConfirmPasswordResetMutation({ context: { anonymous: true }, fetchPolicy: 'no-cache' });
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { email: '', newPassword: '', confirmation: '' },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async ({ email, newPassword, confirmation }) => {
    clear();
    if (newPassword !== confirmation) {
      const message = t('fields:passwordsDiffer');
      setError('confirmation', { type: 'differs', message }, { shouldFocus: true });
      toast('error', message, { flow: 'account' });
      return;
    }
    try {
      const { data } = await confirmReset({ variables: { input: { email, uid, token, newPassword } } });
      const answer = data?.confirmPasswordReset;
      if (answer?.__typename === 'MessageSuccess') {
        await navigate(paths.resetSuccess, { replace: true });
        return;
      }
      // A refused password doesn't use up the link: the user may choose another.
      const shown =
        answer?.__typename === 'ValidationProblem' &&
        showFieldErrors(setError, answer.fieldErrors, ['email', 'newPassword']);
      if (!shown) await navigate(paths.resetFailure, { replace: true });
    } catch (error) {
      // Without a response the link is still unused.
      if (isConnectionFailure(error)) fail(toUserMessage(error));
      else await navigate(paths.resetFailure, { replace: true });
    }
  });

  const passwordTexts = { showLabel: t('login.showPassword'), hideLabel: t('login.hidePassword') };
  return (
    <>
      <title>{t('confirmReset.title')}</title>
      <StepHeading>{t('confirmReset.title')}</StepHeading>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
        {problem !== undefined && <Callout tone="danger">{problem}</Callout>}
        <TextField
          label={t('login.email')}
          type="email"
          autoComplete="username"
          inputMode="email"
          controlSize="lg"
          error={errors.email?.message}
          {...register('email')}
        />
        <PasswordField
          {...passwordTexts}
          label={t('confirmReset.newPassword')}
          hint={t('confirmReset.hint')}
          autoComplete="new-password"
          controlSize="lg"
          error={errors.newPassword?.message}
          {...register('newPassword')}
        />
        <PasswordField
          {...passwordTexts}
          label={t('confirmReset.confirmation')}
          autoComplete="new-password"
          controlSize="lg"
          error={errors.confirmation?.message}
          {...register('confirmation')}
        />
        <Button
          type="submit"
          variant="primary"
          size="lg"
          fullWidth
          loadingLabel={isSubmitting ? t('confirmReset.submitting') : undefined}
        >
          {t('confirmReset.submit')}
        </Button>
      </form>
    </>
  );
}
