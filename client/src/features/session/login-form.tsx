import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { showFieldErrors } from '@/lib/field-errors';
import type { HumanVerification } from '@/lib/human-verification/human-verification';
import { paths } from '@/lib/paths';
import { Callout } from '@/ui/feedback/callout';
import { Button } from '@/ui/form/button';
import { Checkbox } from '@/ui/form/checkbox';
import { PasswordField } from '@/ui/form/password-field';
import { TextField } from '@/ui/form/text-field';
import { Link } from '@/ui/layout/link';
import type { AttemptProblem } from './use-login-steps';
import { useProblem } from './use-problem';

export interface Credentials {
  email: string;
  password: string;
  rememberMe: boolean;
}

interface LoginFormProps {
  /** Values from before the user returned to this step. */
  initial: Credentials;
  human: HumanVerification;
  onSubmit: (credentials: Credentials) => Promise<AttemptProblem | null>;
  onLinkWanted: (email: string) => void;
}

/** Email and password; only the server validates them (spec §5). */
export function LoginForm({ initial, human, onSubmit, onLinkWanted }: LoginFormProps) {
  const { t } = useTranslation('session');
  const { problem, fail, clear } = useProblem();
  const { register, handleSubmit, getValues, setError, formState } = useForm<Credentials>({ defaultValues: initial });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (credentials) => {
    clear();
    const found = await onSubmit(credentials);
    if (found && !showFieldErrors(setError, found.fieldErrors, ['email', 'password'])) fail(found.message);
  });

  return (
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
        label={t('login.password')}
        showLabel={t('login.showPassword')}
        hideLabel={t('login.hidePassword')}
        autoComplete="current-password"
        controlSize="lg"
        error={errors.password?.message}
        {...register('password')}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <Checkbox label={t('login.rememberMe')} {...register('rememberMe')} />
        <Link to={paths.resetPassword} look="quiet">
          {t('login.forgotten')}
        </Link>
      </div>
      {human.widget}
      <div className="grid gap-3">
        <Button
          type="submit"
          variant="primary"
          size="lg"
          fullWidth
          loadingLabel={isSubmitting ? t('login.submitting') : undefined}
        >
          {t('login.submit')}
        </Button>
        <Button size="lg" fullWidth onClick={() => onLinkWanted(getValues('email'))}>
          {t('login.linkWanted')}
        </Button>
      </div>
    </form>
  );
}
