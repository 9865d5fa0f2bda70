import { useTranslation } from 'react-i18next';
import type { MfaMethod } from '@/lib/graphql/schema-types.generated';
import { useReauthentication } from '@/lib/session/reauthentication';
import { useSession } from '@/lib/session/store';
import { Switch } from '@/ui/form/switch';
import { Card } from '@/ui/layout/card';
import { AlertDialog } from '@/ui/overlay/alert-dialog';
import { MfaDialog } from './mfa-dialog';
import { isShownOn } from './mfa-state';
import { RecoveryCodeSettings } from './recovery-code-settings';
import { RecoveryCodesDialog } from './recovery-codes-dialog';
import { useMfaChange } from './use-mfa-change';

/** Two-factor switches with their dialogs, and recovery codes. */
export function MfaSettings() {
  const { t } = useTranslation('settings');
  const { account } = useSession();
  const { confirm, dialog } = useReauthentication();
  const change = useMfaChange(confirm);
  const { state } = change;
  const email = account?.user.email ?? '';
  const isOn: Record<MfaMethod, boolean> = {
    DEVICE: account?.user.mfa_settings.is_mfa_device_enabled ?? false,
    EMAIL: account?.user.mfa_settings.is_mfa_email_enabled ?? false,
  };
  const flip = (method: MfaMethod) => () => {
    if (isOn[method]) change.askToTurnOff(method);
    else change.turnOn(method);
  };
  const question = state.step === 'confirming' ? state.method : undefined;

  return (
    <Card title={t('mfa.title')} description={t('mfa.text')} padded={false}>
      <div className="grid gap-5 p-5">
        <Switch
          label={t('mfa.device')}
          hint={t('mfa.deviceHint')}
          checked={isShownOn(state, 'DEVICE', isOn.DEVICE)}
          disabled={state.step !== 'idle'}
          onChange={flip('DEVICE')}
        />
        <Switch
          label={t('mfa.email')}
          hint={t('mfa.emailHint', { email })}
          checked={isShownOn(state, 'EMAIL', isOn.EMAIL)}
          disabled={state.step !== 'idle'}
          onChange={flip('EMAIL')}
        />
        {account?.user.mfa_settings.is_mfa_required && (isOn.DEVICE || isOn.EMAIL) && (
          <p className="text-sm text-ink-muted">{t('mfa.required')}</p>
        )}
      </div>
      {(isOn.DEVICE || isOn.EMAIL) && <RecoveryCodeSettings confirmPassword={confirm} />}
      <MfaDialog
        state={state}
        email={email}
        onVerify={change.verify}
        onClose={change.closeDialog}
        passwordDialog={state.step === 'verifying' && dialog}
      />
      <AlertDialog
        open={question !== undefined}
        onOpenChange={(stays) => {
          if (!stays) change.declineTurnOff();
        }}
        title={t('mfa.off.title')}
        message={t(question === 'EMAIL' ? 'mfa.off.email' : 'mfa.off.device')}
        confirmLabel={t('mfa.off.yes')}
        cancelLabel={t('mfa.off.no')}
        onConfirm={change.confirmTurnOff}
      />
      <RecoveryCodesDialog codes={change.recoveryCodes} onClose={change.forgetRecoveryCodes} />
      {state.step !== 'verifying' && dialog}
    </Card>
  );
}
