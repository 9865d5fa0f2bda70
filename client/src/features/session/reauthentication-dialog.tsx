import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReauthenticationProps } from '@/lib/session/reauthentication';
import { useSession } from '@/lib/session/store';
import { Button } from '@/ui/form/button';
import { Dialog } from '@/ui/overlay/dialog';
import { REAUTHENTICATION_FORM, ReauthenticationForm } from './reauthentication-form';

/** Asks for the password and, if a second factor is on, its code when an action requires a recent login. */
export function ReauthenticationDialog({ open, onAnswer }: ReauthenticationProps) {
  const { t } = useTranslation('session');
  const mfa = useSession().account?.user.mfa_settings;
  const withCode = mfa?.is_mfa_device_enabled || mfa?.is_mfa_email_enabled;
  const [submitting, setSubmitting] = useState(false);
  const giveUp = () => onAnswer(false);
  return (
    <Dialog
      open={open}
      onOpenChange={(stays) => {
        if (!stays) giveUp();
      }}
      title={t(withCode ? 'reauthenticate.titleWithCode' : 'reauthenticate.title')}
      description={t(withCode ? 'reauthenticate.textWithCode' : 'reauthenticate.text')}
      closeLabel={t('reauthenticate.close')}
      footer={
        <>
          <Button onClick={giveUp}>{t('reauthenticate.cancel')}</Button>
          <Button
            type="submit"
            form={REAUTHENTICATION_FORM}
            variant="primary"
            loadingLabel={submitting ? t('reauthenticate.confirming') : undefined}
          >
            {t('reauthenticate.confirm')}
          </Button>
        </>
      }
    >
      <ReauthenticationForm onSubmittingChange={setSubmitting} onConfirmed={() => onAnswer(true)} />
    </Dialog>
  );
}
