import { useTranslation } from 'react-i18next';
import { Spinner } from '@/ui/feedback/spinner';

/** Shown while the code of the first page loads. */
export function LoadingScreen() {
  const { t } = useTranslation();
  return (
    <div className="grid min-h-dvh place-items-center">
      <Spinner label={t('loading')} />
    </div>
  );
}
