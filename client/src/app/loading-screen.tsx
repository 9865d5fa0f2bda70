import { useTranslation } from 'react-i18next';
import { Spinner } from '@/ui/feedback/spinner';

/** What stands in the window while the code of its first page comes. */
export function LoadingScreen() {
  const { t } = useTranslation();
  return (
    <div className="grid min-h-dvh place-items-center">
      <Spinner label={t('loading')} />
    </div>
  );
}
