import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { showFieldErrors } from '@/lib/field-errors';
import { toUserMessage } from '@/lib/graphql/errors';
import { storedAccount, storedTokens } from '@/lib/session/from-server';
import { sessionStore } from '@/lib/session/store';
import { Button } from '@/ui/button';
import { Callout } from '@/ui/callout';
import { Checkbox } from '@/ui/checkbox';
import { notify } from '@/ui/notify';
import { PasswordField } from '@/ui/password-field';
import { TextField } from '@/ui/text-field';
import { useLoginMutation } from './login.generated';

interface LoginValues {
  email: string;
  password: string;
  rememberMe: boolean;
}

/** E-mail and password. The server alone judges them (specification §5); once it takes them, the session begins. */
export function LoginForm() {
  const { t } = useTranslation('session');
  const [login] = useLoginMutation({ context: { anonymous: true }, fetchPolicy: 'no-cache' });
  const [problem, setProblem] = useState<string>();
  const { register, handleSubmit, setError, formState } = useForm<LoginValues>({
    defaultValues: { email: '', password: '', rememberMe: false },
  });
  const { errors, isSubmitting } = formState;

  const fail = (message: string) => {
    setProblem(message);
    notify('error', message, { flow: 'account' });
  };

  const submit = handleSubmit(async (input) => {
    setProblem(undefined);
    try {
      const { data } = await login({ variables: { input } });
      const result = data?.login;
      switch (result?.__typename) {
        case 'LoginSuccess':
          notify('success', t('login.success'), { flow: 'account' });
          sessionStore.dispatch({
            kind: 'logged-in',
            tokens: storedTokens(result.tokens),
            account: storedAccount(result.account),
          });
          break;
        case 'MfaRequired':
          setProblem(t('login.mfaNotOffered'));
          break;
        case 'ValidationProblem':
          if (!showFieldErrors(setError, result.fieldErrors, ['email', 'password'])) fail(toUserMessage(result));
          break;
        default:
          fail(toUserMessage(result));
      }
    } catch (error) {
      fail(toUserMessage(error));
    }
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
      <Checkbox label={t('login.rememberMe')} {...register('rememberMe')} />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        fullWidth
        loadingLabel={isSubmitting ? t('login.submitting') : undefined}
      >
        {t('login.submit')}
      </Button>
    </form>
  );
}
