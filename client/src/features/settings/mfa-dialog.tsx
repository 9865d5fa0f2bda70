import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MonospaceValue } from '@/ui/display/monospace-value';
import { toastCopied } from '@/ui/feedback/mutation-toasts';
import { Button } from '@/ui/form/button';
import { CopyButton } from '@/ui/form/copy-button';
import { TextField } from '@/ui/form/text-field';
import { Dialog } from '@/ui/overlay/dialog';
import type { DeviceSetup, MfaState } from './mfa-state';

const FORM_ID = 'mfa-verification';

interface MfaDialogProps {
  state: MfaState;
  email: string;
  onVerify: (code: string) => void;
  onClose: () => void;
  /** Opens the password dialog above this one. */
  passwordDialog: ReactNode;
}

/** Asks for the first code of a method. Closing the dialog without one turns the method off again (spec §4). */
export function MfaDialog({ state, email, onVerify, onClose, passwordDialog }: MfaDialogProps) {
  const { t } = useTranslation('settings');
  const verifying = state.step === 'verifying' ? state : undefined;
  const isDevice = verifying?.method !== 'EMAIL';
  return (
    <Dialog
      open={verifying !== undefined}
      onOpenChange={(stays) => {
        if (!stays) onClose();
      }}
      title={t(isDevice ? 'mfa.dialog.device' : 'mfa.dialog.email')}
      description={isDevice ? t('mfa.dialog.scan') : t('mfa.dialog.emailText', { email })}
      closeLabel={t('mfa.dialog.close')}
      footer={
        <>
          <Button onClick={onClose}>{t('mfa.dialog.close')}</Button>
          <Button
            type="submit"
            form={FORM_ID}
            variant="primary"
            loadingLabel={verifying?.checking ? t('mfa.dialog.verifying') : undefined}
          >
            {t('mfa.dialog.verify')}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        {verifying?.device && <Device setup={verifying.device} />}
        <CodeForm
          placeholder={t(isDevice ? 'mfa.dialog.deviceCode' : 'mfa.dialog.emailCode')}
          problem={verifying?.problem}
          onSubmit={onVerify}
        />
      </div>
      {passwordDialog}
    </Dialog>
  );
}

/** QR code, dark on light in both themes because scanners expect it. */
function Device({ setup }: { setup: DeviceSetup }) {
  const { t } = useTranslation('settings');
  return (
    <div className="grid justify-items-center gap-4">
      <svg
        role="img"
        aria-label={t('mfa.dialog.qrCode')}
        viewBox={`0 0 ${setup.qrCodeSize} ${setup.qrCodeSize}`}
        shapeRendering="crispEdges"
        className="size-48 rounded-md border border-line forced-color-adjust-none"
      >
        <rect width="100%" height="100%" fill="white" />
        <path d={setup.qrCodePath} fill="black" />
      </svg>
      <div className="grid w-full gap-1.5">
        <p className="text-sm font-medium text-ink">{t('mfa.dialog.secret')}</p>
        <MonospaceValue
          boxed
          value={setup.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
          action={
            <CopyButton
              value={setup.secret}
              label={t('mfa.dialog.copySecret')}
              copiedLabel={t('mfa.dialog.copied')}
              onCopy={toastCopied}
            />
          }
        />
      </div>
    </div>
  );
}

interface CodeFormProps {
  placeholder: string;
  problem: string | undefined;
  onSubmit: (code: string) => void;
}

/** Mounted only while the dialog is open, so that the code is discarded with it. */
function CodeForm({ placeholder, problem, onSubmit }: CodeFormProps) {
  const [code, setCode] = useState('');
  return (
    <form
      id={FORM_ID}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(code.replaceAll(/\s/g, ''));
      }}
    >
      <TextField
        label={placeholder}
        labelHidden
        placeholder={placeholder}
        monospace
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        value={code}
        error={problem}
        onChange={(event) => setCode(event.target.value)}
      />
    </form>
  );
}
