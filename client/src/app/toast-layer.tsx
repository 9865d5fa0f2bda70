import { useTranslation } from 'react-i18next';
import { Toaster } from '@/ui/feedback/toaster';
import { VersionCheck } from './version-check';

/** What can come a moment after the first page: nobody is told anything before it stands. */
export function ToastLayer() {
  const { t } = useTranslation();
  return (
    <>
      <Toaster label={t('toasts.label')} closeLabel={t('toasts.close')} />
      <VersionCheck />
    </>
  );
}
