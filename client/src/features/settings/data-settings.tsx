import { Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePermissions } from '@/lib/session/permissions';
import { useSession } from '@/lib/session/store';
import { toastFailure } from '@/ui/feedback/mutation-toasts';
import { Button } from '@/ui/form/button';
import { Card } from '@/ui/layout/card';
import { DeleteAccountDialog } from './delete-account-dialog';
import { downloadExport } from './download-export';

/** Data export and account deletion. */
export function DataSettings() {
  const { t } = useTranslation('settings');
  const { account } = useSession();
  const [exporting, setExporting] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const verified = account?.user.is_email_verified ?? false;
  const owns = usePermissions()('MANAGE_ACCOUNT');
  const exportText = owns ? (verified ? 'data.export.text' : 'data.export.unverified') : 'data.onlyOwners';

  async function download() {
    setExporting(true);
    try {
      await downloadExport();
    } catch (error) {
      toastFailure(error);
    } finally {
      setExporting(false);
    }
  }

  return (
    <Card title={t('data.title')} padded={false}>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 p-5">
        <div className="min-w-48 flex-1">
          <h3 className="text-base font-medium text-ink">{t('data.export.title')}</h3>
          <p className="mt-0.5 text-sm text-ink-muted">{t(exportText)}</p>
        </div>
        <Button
          icon={<Download className="size-4" />}
          disabled={!verified || !owns}
          onClick={() => void download()}
          loadingLabel={exporting ? t('data.export.busy') : undefined}
        >
          {t('data.export.button')}
        </Button>
      </div>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 border-t border-line p-5">
        <div className="min-w-48 flex-1">
          <h3 className="text-base font-medium text-ink">{t('data.delete.title')}</h3>
          <p className="mt-0.5 text-sm text-ink-muted">{t(owns ? 'data.delete.text' : 'data.delete.onlyOwners')}</p>
        </div>
        <Button icon={<Trash2 className="size-4" />} disabled={!owns} onClick={() => setDeleting(true)}>
          {t('data.delete.button')}
        </Button>
      </div>
      <DeleteAccountDialog open={deleting} onClose={() => setDeleting(false)} />
    </Card>
  );
}
