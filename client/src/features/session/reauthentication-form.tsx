import { KeyRound, Mail, RotateCw, Smartphone } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { showFieldErrors } from '@/lib/field-errors';
import { toUserMessage } from '@/lib/graphql/errors';
import { useSession } from '@/lib/session/store';
import { Callout } from '@/ui/feedback/callout';
import { Button } from '@/ui/form/button';
import { PasswordField } from '@/ui/form/password-field';
import { TextField } from '@/ui/form/text-field';
import { type MfaMethod, useReauthenticateMutation, useSendMfaEmailMutation } from './login.generated';
import type { Codes } from './use-login-steps';

export const REAUTHENTICATION_FORM = 'reauthentication';

const ICON = { 'aria-hidden': true, className: 'size-4' } as const;
const OFFERED = [
  { method: 'DEVICE', icon: <Smartphone {...ICON} />, text: 'mfa.useDevice' },
  { method: 'EMAIL', icon: <Mail {...ICON} />, text: 'mfa.useEmail' },
  { method: 'RECOVERY', icon: <KeyRound {...ICON} />, text: 'mfa.useRecovery' },
] as const;

/** The second factor to enter: a method or a recovery code. */
type Factor = MfaMethod | 'RECOVERY';

interface ReauthenticationFormProps {
  onSubmittingChange: (submitting: boolean) => void;
  onConfirmed: () => void;
}

const codesOf = (factor: Factor, code: string): Codes =>
  factor === 'DEVICE'
    ? { deviceVerificationCode: code }
    : factor === 'EMAIL'
      ? { emailVerificationCode: code }
      : { recoveryCode: code };

/** Second factors of the stored account, the stronger one first. */
function useStoredMethods(): MfaMethod[] {
  const mfa = useSession().account?.user.mfa_settings;
  return [
    ...(mfa?.is_mfa_device_enabled ? (['DEVICE'] as const) : []),
    ...(mfa?.is_mfa_email_enabled ? (['EMAIL'] as const) : []),
  ];
}

/** Password and second factor. Mounted only while the dialog is open, so that both are discarded with it. */
export function ReauthenticationForm({ onSubmittingChange, onConfirmed }: ReauthenticationFormProps) {
  const { t } = useTranslation('session');
  const { account } = useSession();
  const stored = useStoredMethods();
  const [reauthenticate] = useReauthenticateMutation({ fetchPolicy: 'no-cache' });
  const [sendMfaEmail] = useSendMfaEmailMutation({ fetchPolicy: 'no-cache' });
  const [problem, setProblem] = useState<string>();
  // A factor may have been turned on elsewhere: then the server asks for it.
  const [methods, setMethods] = useState<readonly MfaMethod[]>(stored);
  const [factor, setFactor] = useState<Factor | undefined>(stored[0]);
  const [mailed, setMailed] = useState(false);
  const { register, handleSubmit, setError, setFocus, resetField, formState } = useForm({
    defaultValues: { password: '', code: '' },
  });
  const hasCode = factor !== undefined && (factor !== 'EMAIL' || mailed);

  const isAskedFor = stored.length === 0 && hasCode;
  useEffect(() => {
    if (mailed || isAskedFor || factor === 'RECOVERY') setFocus('code');
  }, [mailed, isAskedFor, factor, setFocus]);

  const choose = (chosen: Factor) => {
    setProblem(undefined);
    setFactor(chosen);
    resetField('code');
  };

  async function mailCode(emailToken: string, password: string) {
    const { data } = await sendMfaEmail({
      variables: { input: { emailToken, email: account?.user.email ?? '', password } },
    });
    if (data?.sendMfaEmail.__typename === 'MessageSuccess') setMailed(true);
    else setProblem(toUserMessage(data?.sendMfaEmail));
  }

  async function confirm(password: string, code: string) {
    const codes = factor !== undefined && code !== '' ? codesOf(factor, code) : {};
    const { data } = await reauthenticate({ variables: { password, ...codes } });
    const result = data?.reauthenticate;
    if (result?.__typename === 'ReauthenticateSuccess') onConfirmed();
    else if (result?.__typename === 'MfaRequired') {
      const next = factor ?? result.methods[0] ?? 'RECOVERY';
      setMethods(result.methods);
      setFactor(next);
      if (next === 'EMAIL') await mailCode(result.emailToken, password);
      else if (factor !== undefined) setError('code', { message: result.message }, { shouldFocus: true });
    } else if (
      result?.__typename !== 'ValidationProblem' ||
      !showFieldErrors(setError, result.fieldErrors, ['password'])
    )
      setProblem(toUserMessage(result));
  }

  const run = async (work: () => Promise<void>) => {
    setProblem(undefined);
    onSubmittingChange(true);
    try {
      await work();
    } catch (error) {
      setProblem(toUserMessage(error));
    } finally {
      onSubmittingChange(false);
    }
  };
  const submit = handleSubmit(({ password, code }) => run(() => confirm(password, code.replaceAll(/\s/g, ''))));
  const resend = handleSubmit(({ password }) => run(() => confirm(password, '')));
  const others = OFFERED.filter(
    ({ method }) => methods.length > 0 && method !== factor && (method === 'RECOVERY' || methods.includes(method)),
  );

  return (
    <form
      id={REAUTHENTICATION_FORM}
      noValidate
      onSubmit={(event) => {
        // React would bubble the event through the dialog to an outer form.
        event.stopPropagation();
        void submit(event);
      }}
      className="grid gap-4"
    >
      {problem !== undefined && <Callout tone="danger">{problem}</Callout>}
      {/* For password managers. */}
      <input hidden readOnly autoComplete="username" value={account?.user.email ?? ''} />
      <PasswordField
        label={t('reauthenticate.password')}
        showLabel={t('login.showPassword')}
        hideLabel={t('login.hidePassword')}
        autoComplete="current-password"
        error={formState.errors.password?.message}
        {...register('password')}
      />
      {hasCode && (
        <TextField
          key={factor}
          label={factor === 'RECOVERY' ? t('mfa.recoveryCode') : t('mfa.code', { method: t(`mfa.method.${factor}`) })}
          hint={t(
            factor === 'DEVICE' ? 'mfa.deviceText' : factor === 'EMAIL' ? 'mfa.emailSentText' : 'mfa.recoveryText',
          )}
          autoComplete={factor === 'RECOVERY' ? 'off' : 'one-time-code'}
          inputMode={factor === 'RECOVERY' ? 'text' : 'numeric'}
          autoCapitalize="none"
          spellCheck={false}
          monospace
          error={formState.errors.code?.message}
          {...register('code')}
        />
      )}
      {factor === 'EMAIL' && !mailed && <p className="text-sm text-ink-muted">{t('mfa.emailText')}</p>}
      {(others.length > 0 || mailed) && (
        <div className="grid justify-items-start gap-1 *:-ms-3.5">
          {factor === 'EMAIL' && mailed && (
            <Button variant="ghost" icon={<RotateCw {...ICON} />} onClick={() => void resend()}>
              {t('mfa.resend')}
            </Button>
          )}
          {others.map(({ method, icon, text }) => (
            <Button key={method} variant="ghost" icon={icon} onClick={() => choose(method)}>
              {t(text)}
            </Button>
          ))}
        </div>
      )}
    </form>
  );
}
