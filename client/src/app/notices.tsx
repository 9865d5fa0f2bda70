import { useTranslation } from 'react-i18next';
import { Toaster } from '@/ui/toaster';
import { VersionKeeper } from './version-keeper';

/** What can come a moment after the first page: nobody is told anything before it stands. */
export function Notices() {
  const { t } = useTranslation();
  return (
    <>
      <Toaster label={t('notices.label')} closeLabel={t('notices.close')} />
      <VersionKeeper />
    </>
  );
}
