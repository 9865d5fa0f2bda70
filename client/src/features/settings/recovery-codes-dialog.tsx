import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { toastCopied } from '@/ui/feedback/mutation-toasts';
import { Button } from '@/ui/form/button';
import { CopyButton } from '@/ui/form/copy-button';
import { Dialog } from '@/ui/overlay/dialog';

const FILE_NAME = 'breachlight-recovery-codes.txt';

interface RecoveryCodesDialogProps {
  codes: readonly string[] | undefined;
  onClose: () => void;
}

/** New recovery codes, shown once. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const { t } = useTranslation('settings');
  const text = (codes ?? []).join('\n');
  return (
    <Dialog
      open={codes !== undefined}
      onOpenChange={(stays) => {
        if (!stays) onClose();
      }}
      title={t('recovery.shown.title')}
      description={t('recovery.shown.text')}
      closeLabel={t('recovery.shown.close')}
      footer={
        <>
          <Button icon={<Download className="size-4" />} onClick={() => saveText(text)}>
            {t('recovery.shown.download')}
          </Button>
          <Button variant="primary" onClick={onClose}>
            {t('recovery.shown.done')}
          </Button>
        </>
      }
    >
      <div className="flex items-start justify-between gap-3 rounded-md border border-line bg-sunken px-4 py-3">
        <ul dir="ltr" translate="no" className="grid gap-x-8 gap-y-1.5 font-mono text-base text-ink sm:grid-cols-2">
          {codes?.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <CopyButton
          value={text}
          label={t('recovery.shown.copy')}
          copiedLabel={t('recovery.shown.copied')}
          onCopy={toastCopied}
        />
      </div>
    </Dialog>
  );
}

function saveText(text: string): void {
  const address = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = FILE_NAME;
  link.click();
  URL.revokeObjectURL(address);
}
