import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { showFieldErrors } from '@/lib/field-errors';
import { toUserMessage } from '@/lib/graphql/errors';
import { useHumanVerification } from '@/lib/human-verification/human-verification';
import { paths } from '@/lib/paths';
import { Button } from '@/ui/button';
import { Callout } from '@/ui/callout';
import { Link } from '@/ui/link';
import { TextField } from '@/ui/text-field';
import { useRequestPasswordResetMutation } from './password-reset.generated';
import { StepHeading } from './step-heading';
import { useProblem } from './use-problem';

/** Asks for a mailed link that sets a new password. No rule but the input's own type (specification §5). */
export function RequestResetPage() {
  const { t } = useTranslation('session');
  const navigate = useNavigate();
  const human = useHumanVerification();
  const { problem, fail, clear } = useProblem();
  const [requestReset] = useRequestPasswordResetMutation({ context: { anonymous: true }, fetchPolicy: 'no-cache' });
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { email: '' } });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async ({ email }) => {
    clear();
    try {
      const cfTurnstileResponse = human.take();
      const { data } = await requestReset({ variables: { input: { email, cfTurnstileResponse } } });
      const answer = data?.requestPasswordReset;
      if (answer?.__typename === 'MessageSuccess') await navigate(paths.resetCheckEmail);
      else if (answer?.__typename !== 'ValidationProblem' || !showFieldErrors(setError, answer.fieldErrors, ['email']))
        fail(toUserMessage(answer));
    } catch (error) {
      fail(toUserMessage(error));
    } finally {
      human.reset();
    }
  });

  return (
    <>
      <title>{t('reset.title')}</title>
      <StepHeading text={t('reset.text')}>{t('reset.title')}</StepHeading>
      <form onSubmit={(event) => void submit(event)} className="grid gap-5">
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
        {human.widget}
        <Button
          type="submit"
          variant="primary"
          size="lg"
          fullWidth
          loadingLabel={isSubmitting ? t('reset.submitting') : undefined}
        >
          {t('reset.submit')}
        </Button>
      </form>
      <p className="text-base">
        <Link to={paths.login} look="quiet">
          {t('reset.toLogin')}
        </Link>
      </p>
    </>
  );
}
