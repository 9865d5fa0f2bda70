import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { showFieldErrors } from '@/lib/field-errors';
import { toUserMessage } from '@/lib/graphql/errors';
import { askWithRecentLogIn } from '@/lib/session/recent-log-in';
import { useReauthentication } from '@/lib/session/reauthentication';
import { sessionStore, useSession } from '@/lib/session/store';
import { Button } from '@/ui/button';
import { Callout } from '@/ui/callout';
import { Dialog } from '@/ui/dialog';
import { PasswordField } from '@/ui/password-field';
import { useDeleteAccountMutation } from './account.generated';
import { tell } from './after-change';

const FORM_ID = 'delete-account';

/** The last question before everything goes; only the password answers it. */
export function DeleteAccountDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('settings');
  const [busy, setBusy] = useState(false);
  return (
    <Dialog
      open={open}
      onOpenChange={(stays) => {
        if (!stays && !busy) onClose();
      }}
      title={t('data.delete.question')}
      closeLabel={t('data.delete.close')}
      footer={
        <>
          <Button onClick={onClose}>{t('data.delete.cancel')}</Button>
          <Button type="submit" form={FORM_ID} variant="danger" loadingLabel={busy ? t('data.delete.busy') : undefined}>
            {t('data.delete.confirm')}
          </Button>
        </>
      }
    >
      <DeleteAccountForm onBusyChange={setBusy} />
    </Dialog>
  );
}

/** Lives only while the dialog is open, so the password is forgotten with it. */
function DeleteAccountForm({ onBusyChange }: { onBusyChange: (busy: boolean) => void }) {
  const { t } = useTranslation('settings');
  const { account } = useSession();
  const { confirm, dialog } = useReauthentication();
  const [deleteAccount] = useDeleteAccountMutation({ fetchPolicy: 'no-cache' });
  const [problem, setProblem] = useState<string>();
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { password: '' } });

  const submit = handleSubmit(async ({ password }) => {
    setProblem(undefined);
    onBusyChange(true);
    try {
      const ask = async () => (await deleteAccount({ variables: { password } })).data?.deleteAccount;
      const result = await askWithRecentLogIn(ask, confirm);
      if (result === null) return;
      if (result?.__typename === 'MessageSuccess') {
        tell('success', result.message);
        // The server has ended the session already.
        sessionStore.dispatch({ kind: 'logged-out', onPurpose: true });
      } else if (
        result?.__typename !== 'ValidationProblem' ||
        !showFieldErrors(setError, result.fieldErrors, ['password'])
      )
        setProblem(toUserMessage(result));
    } catch (error) {
      setProblem(toUserMessage(error));
    } finally {
      onBusyChange(false);
    }
  });

  return (
    <form id={FORM_ID} noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <Callout tone="danger">{t('data.delete.warning')}</Callout>
      {problem !== undefined && <Callout tone="danger">{problem}</Callout>}
      {/* Password managers need to know whose password is asked for. */}
      <input hidden readOnly autoComplete="username" value={account?.user.email ?? ''} />
      <PasswordField
        label={t('data.delete.password')}
        showLabel={t('security.showPassword')}
        hideLabel={t('security.hidePassword')}
        autoComplete="current-password"
        error={formState.errors.password?.message}
        {...register('password')}
      />
      {dialog}
    </form>
  );
}
