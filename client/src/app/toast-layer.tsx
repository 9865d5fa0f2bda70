import { useTranslation } from 'react-i18next';
import { Toaster } from '@/ui/feedback/toaster';
import { VersionCheck } from './version-check';

/** Toasts and upgrade check, loaded after the first page. */
export function ToastLayer() {
  const { t } = useTranslation();
  return (
    <>
      <Toaster label={t('toasts.label')} closeLabel={t('toasts.close')} />
      <VersionCheck />
    </>
  );
}
