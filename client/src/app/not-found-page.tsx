import { useTranslation } from 'react-i18next';
import { paths } from '@/lib/paths';
import { Link } from '@/ui/link';

export function NotFoundPage() {
  return (
    <main className="grid min-h-dvh">
      <NotFound />
    </main>
  );
}

/** The same within a layout that has a landmark of its own. */
export function NotFound() {
  const { t } = useTranslation();
  return (
    <div className="grid content-center justify-items-center gap-3 p-6 text-center">
      <title>{t('notFound.title')}</title>
      <h1 tabIndex={-1} className="text-3xl font-semibold tracking-tight">
        {t('notFound.title')}
      </h1>
      <p className="text-ink-secondary">{t('notFound.text')}</p>
      <Link to={paths.home}>{t('notFound.home')}</Link>
    </div>
  );
}
