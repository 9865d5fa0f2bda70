import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '@/lib/session/store';
import { Button } from '@/ui/form/button';
import { Dialog } from '@/ui/overlay/dialog';
import { SupportForm } from './support-form';

const FORM_ID = 'contact-support';

/** Contact support form (spec §2). */
export function SupportDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('help');
  const { account } = useSession();
  const [busy, setBusy] = useState(false);
  return (
    <Dialog
      open={open}
      onOpenChange={(stays) => {
        if (!stays && !busy) onClose();
      }}
      title={t('support.title')}
      description={t('support.text', { email: account?.user.email ?? '' })}
      closeLabel={t('support.close')}
      footer={
        <>
          <Button onClick={onClose}>{t('support.cancel')}</Button>
          <Button type="submit" form={FORM_ID} variant="primary" loadingLabel={busy ? t('support.busy') : undefined}>
            {t('support.submit')}
          </Button>
        </>
      }
    >
      <SupportForm id={FORM_ID} onBusyChange={setBusy} onSent={onClose} />
    </Dialog>
  );
}
