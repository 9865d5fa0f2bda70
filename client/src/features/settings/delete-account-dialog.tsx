import { useTranslation } from 'react-i18next';
import { useAccountExit } from '@/lib/session/use-account-exit';
import { accountToast } from '@/ui/feedback/mutation-toasts';
import { PasswordDialog } from '@/ui/overlay/password-dialog';
import { useDeleteAccountMutation } from './account.generated';

/** Confirmation of the account deletion, with the password. */
export function DeleteAccountDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('settings');
  const [deleteAccount] = useDeleteAccountMutation({ fetchPolicy: 'no-cache' });
  const { busy, form } = useAccountExit(
    async (password) => (await deleteAccount({ variables: { password } })).data?.deleteAccount,
    (message) => accountToast('success', message),
    onClose,
  );
  return (
    <PasswordDialog
      {...form}
      open={open}
      title={t('data.delete.question')}
      warning={t('data.delete.warning')}
      label={t('data.delete.password')}
      showLabel={t('security.showPassword')}
      hideLabel={t('security.hidePassword')}
      closeLabel={t('data.delete.close')}
      cancelLabel={t('data.delete.cancel')}
      confirmLabel={t('data.delete.confirm')}
      busyLabel={busy ? t('data.delete.busy') : undefined}
    />
  );
}
