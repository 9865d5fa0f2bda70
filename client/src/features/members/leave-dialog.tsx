import { useTranslation } from 'react-i18next';
import { useAccountExit } from '@/lib/session/use-account-exit';
import { accountToast } from '@/ui/feedback/mutation-toasts';
import { PasswordDialog } from '@/ui/overlay/password-dialog';
import { useLeaveAccountMutation } from './members.generated';

/** Leaves the account. */
export function LeaveDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('members');
  const [leave] = useLeaveAccountMutation({ fetchPolicy: 'no-cache' });
  const { busy, form } = useAccountExit(
    async (password) => (await leave({ variables: { password } })).data?.leaveAccount,
    (message) => accountToast('success', message),
    onClose,
  );
  return (
    <PasswordDialog
      {...form}
      open={open}
      title={t('leave.question')}
      warning={t('leave.warning')}
      label={t('leave.password')}
      showLabel={t('showPassword')}
      hideLabel={t('hidePassword')}
      closeLabel={t('close')}
      cancelLabel={t('cancel')}
      confirmLabel={t('leave.confirm')}
      busyLabel={busy ? t('leave.busy') : undefined}
    />
  );
}
