import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { showFieldErrors } from '@/lib/field-errors';
import { toUserMessage } from '@/lib/graphql/errors';
import { useHumanVerification } from '@/lib/human-verification/human-verification';
import { Callout } from '@/ui/feedback/callout';
import { Button } from '@/ui/form/button';
import { TextField } from '@/ui/form/text-field';
import type { RequestPasswordResetMutation } from './password-reset.generated';
import { useProblem } from './use-problem';

/** Response of the server, the same for every address. */
type Answer = RequestPasswordResetMutation['requestPasswordReset'];

interface AddressFormProps {
  /** Initial value of the field. */
  email?: string;
  /** Whether to focus the field, if the form replaces another one. */
  focused?: boolean;
  /** Request the email. */
  ask: (input: { email: string; cfTurnstileResponse: string | null }) => Promise<Answer | undefined>;
  onSent: (email: string) => void;
  /** Called on every change, for use of the address elsewhere. */
  onChange?: (email: string) => void;
  label: string;
  busyLabel: string;
}

/** Form for the address of an email; the server's response is the same for every address. */
export function EmailForm({ email = '', focused = false, ask, onSent, onChange, label, busyLabel }: AddressFormProps) {
  const { t } = useTranslation('session');
  const human = useHumanVerification();
  const { problem, fail, clear } = useProblem();
  const { register, handleSubmit, setError, setFocus, formState } = useForm({ defaultValues: { email } });
  const { errors, isSubmitting } = formState;

  useEffect(() => {
    if (focused) setFocus('email');
  }, [focused, setFocus]);

  const submit = handleSubmit(async (typed) => {
    clear();
    try {
      const answer = await ask({ email: typed.email, cfTurnstileResponse: human.take() });
      if (answer?.__typename === 'MessageSuccess') onSent(typed.email);
      else if (answer?.__typename !== 'ValidationProblem' || !showFieldErrors(setError, answer.fieldErrors, ['email']))
        fail(toUserMessage(answer));
    } catch (error) {
      fail(toUserMessage(error));
    } finally {
      human.reset();
    }
  });

  return (
    <form noValidate={focused} onSubmit={(event) => void submit(event)} className="grid gap-5">
      {problem !== undefined && <Callout tone="danger">{problem}</Callout>}
      <TextField
        label={t('login.email')}
        type="email"
        autoComplete="username"
        inputMode="email"
        controlSize="lg"
        error={errors.email?.message}
        {...register('email', { onChange: (event: { target: { value: string } }) => onChange?.(event.target.value) })}
      />
      {human.widget}
      <Button type="submit" variant="primary" size="lg" fullWidth loadingLabel={isSubmitting ? busyLabel : undefined}>
        {label}
      </Button>
    </form>
  );
}
