import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { showFieldErrors } from '@/lib/field-errors';
import { useSession } from '@/lib/session/store';
import { accountToast, toastFailure } from '@/ui/feedback/mutation-toasts';
import { Button } from '@/ui/form/button';
import { PasswordField } from '@/ui/form/password-field';
import { Card } from '@/ui/layout/card';
import { REFETCH_SECURITY } from './refetch-security';
import { useChangePasswordMutation } from './security.generated';

const INPUTS = ['oldPassword', 'newPassword', 'verifyNewPassword'] as const;
const FAILED = { fallback: 'settings:password.failed' } as const;

/** Password change; only the server validates the old and new password (spec §5). */
export function PasswordForm() {
  const { t } = useTranslation('settings');
  const { account } = useSession();
  const [changePassword] = useChangePasswordMutation(REFETCH_SECURITY);
  const { register, handleSubmit, reset, setError, formState } = useForm({
    defaultValues: { oldPassword: '', newPassword: '', verifyNewPassword: '' },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (values) => {
    if (values.newPassword !== values.verifyNewPassword) {
      accountToast('error', t('password.differ'));
      setError('verifyNewPassword', { message: t('password.differ') });
      return;
    }
    try {
      const result = (await changePassword({ variables: values })).data?.changePassword;
      if (result?.__typename === 'MessageSuccess') {
        accountToast('success', t('password.done'));
        reset();
        return;
      }
      toastFailure(result, FAILED);
      if (result?.__typename === 'ValidationProblem') showFieldErrors(setError, result.fieldErrors, INPUTS);
    } catch (error) {
      toastFailure(error, FAILED);
    }
  });

  const shown = { showLabel: t('security.showPassword'), hideLabel: t('security.hidePassword') };
  return (
    <Card title={t('password.title')} description={t('password.text')}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        {/* For password managers. */}
        <input hidden readOnly autoComplete="username" value={account?.user.email ?? ''} />
        <PasswordField
          {...shown}
          label={t('password.old')}
          autoComplete="current-password"
          error={errors.oldPassword?.message}
          {...register('oldPassword')}
        />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <PasswordField
            {...shown}
            label={t('password.new')}
            hint={t('password.newHint')}
            autoComplete="new-password"
            error={errors.newPassword?.message}
            {...register('newPassword')}
          />
          <PasswordField
            {...shown}
            label={t('password.verify')}
            autoComplete="new-password"
            error={errors.verifyNewPassword?.message}
            {...register('verifyNewPassword')}
          />
        </div>
        <div className="flex justify-end">
          <Button type="submit" variant="primary" loadingLabel={isSubmitting ? t('password.busy') : undefined}>
            {t('password.submit')}
          </Button>
        </div>
      </form>
    </Card>
  );
}
