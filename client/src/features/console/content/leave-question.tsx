import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router-dom';
import { AlertDialog } from '@/ui/overlay/alert-dialog';

/** Asks before unsaved changes are left behind, by a link in the application or by closing the page. */
export function LeaveQuestion({ isDirty }: { isDirty: boolean }) {
  const { t } = useTranslation('content');
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!isDirty) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isDirty]);
  return (
    <AlertDialog
      open={blocker.state === 'blocked'}
      onOpenChange={(open) => {
        if (!open) blocker.reset?.();
      }}
      title={t('leave.title')}
      message={t('leave.text')}
      confirmLabel={t('leave.button')}
      cancelLabel={t('leave.stay')}
      tone="danger"
      onConfirm={() => blocker.proceed?.()}
    />
  );
}
