import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withReauthentication } from '@/lib/session/with-reauthentication';
import { toastFailure } from '@/ui/feedback/mutation-toasts';
import { Skeleton } from '@/ui/feedback/skeleton';
import { Button } from '@/ui/form/button';
import { RecoveryCodesDialog } from './recovery-codes-dialog';
import { REFETCH_SECURITY } from './refetch-security';
import { useCreateRecoveryCodesMutation, useSecurityQuery } from './security.generated';

/** Number of recovery codes left and a button for new ones; shown while a second factor is on. */
export function RecoveryCodeSettings({ confirmPassword }: { confirmPassword: () => Promise<boolean> }) {
  const { t } = useTranslation('settings');
  const { data } = useSecurityQuery({ fetchPolicy: 'cache-and-network' });
  const [create, { loading }] = useCreateRecoveryCodesMutation(REFETCH_SECURITY);
  const [codes, setCodes] = useState<readonly string[]>();
  const left = data?.recoveryCodesLeft;

  async function make() {
    try {
      const ask = async () => (await create()).data?.createRecoveryCodes;
      const result = await withReauthentication(ask, confirmPassword);
      if (result === null) return;
      if (result?.__typename === 'RecoveryCodesSuccess') setCodes(result.recoveryCodes);
      else toastFailure(result);
    } catch (error) {
      toastFailure(error);
    }
  }

  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 border-t border-line p-5">
      <div className="min-w-48 flex-1">
        <h3 className="text-base font-medium text-ink">{t('recovery.title')}</h3>
        {left === undefined ? (
          <Skeleton className="mt-1.5 h-4 w-72 max-w-full" />
        ) : (
          <p className="mt-0.5 text-sm text-ink-muted">
            {left === 0 ? t('recovery.none') : t('recovery.text', { count: left })}
          </p>
        )}
      </div>
      <Button size="sm" onClick={() => void make()} loadingLabel={loading ? t('recovery.making') : undefined}>
        {t('recovery.make')}
      </Button>
      <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} />
    </div>
  );
}
