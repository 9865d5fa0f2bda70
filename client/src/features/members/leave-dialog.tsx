import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { showFieldErrors } from '@/lib/field-errors';
import { toUserMessage } from '@/lib/graphql/errors';
import { useReauthentication } from '@/lib/session/reauthentication';
import { askWithRecentLogIn } from '@/lib/session/recent-log-in';
import { sessionStore, useSession } from '@/lib/session/store';
import { Button } from '@/ui/button';
import { Callout } from '@/ui/callout';
import { Dialog } from '@/ui/dialog';
import { PasswordField } from '@/ui/password-field';
import { tellOutcome } from './change';
import { useLeaveAccountMutation } from './members.generated';

const FORM_ID = 'leave-account';

/** Takes oneself out of the account; only the password answers it. */
export function LeaveDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('members');
  const [busy, setBusy] = useState(false);
  return (
    <Dialog
      open={open}
      onOpenChange={(stays) => {
        if (!stays && !busy) onClose();
      }}
      title={t('leave.question')}
      closeLabel={t('close')}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" form={FORM_ID} variant="danger" loadingLabel={busy ? t('leave.busy') : undefined}>
            {t('leave.confirm')}
          </Button>
        </>
      }
    >
      <LeaveForm onBusyChange={setBusy} />
    </Dialog>
  );
}

/** Lives only while the dialog is open, so the password is forgotten with it. */
function LeaveForm({ onBusyChange }: { onBusyChange: (busy: boolean) => void }) {
  const { t } = useTranslation('members');
  const { account } = useSession();
  const { confirm, dialog } = useReauthentication();
  const [leaveAccount] = useLeaveAccountMutation({ fetchPolicy: 'no-cache' });
  const [problem, setProblem] = useState<string>();
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { password: '' } });

  const submit = handleSubmit(async ({ password }) => {
    setProblem(undefined);
    onBusyChange(true);
    try {
      const ask = async () => (await leaveAccount({ variables: { password } })).data?.leaveAccount;
      const result = await askWithRecentLogIn(ask, confirm);
      if (result === null) return;
      if (result?.__typename === 'MessageSuccess') {
        tellOutcome(result);
        // The server has ended the session already.
        sessionStore.dispatch({ kind: 'logged-out', onPurpose: true });
      } else if (result?.__typename !== 'ValidationProblem') setProblem(toUserMessage(result));
      else if (!showFieldErrors(setError, result.fieldErrors, ['password']))
        setProblem(result.fieldErrors[0]?.messages[0]);
    } catch (error) {
      setProblem(toUserMessage(error));
    } finally {
      onBusyChange(false);
    }
  });

  return (
    <form id={FORM_ID} noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <Callout tone="danger">{t('leave.warning')}</Callout>
      {problem !== undefined && <Callout tone="danger">{problem}</Callout>}
      {/* Password managers need to know whose password is asked for. */}
      <input hidden readOnly autoComplete="username" value={account?.user.email ?? ''} />
      <PasswordField
        label={t('leave.password')}
        showLabel={t('showPassword')}
        hideLabel={t('hidePassword')}
        autoComplete="current-password"
        error={formState.errors.password?.message}
        {...register('password')}
      />
      {dialog}
    </form>
  );
}
