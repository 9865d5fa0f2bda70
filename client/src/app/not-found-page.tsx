import { useTranslation } from 'react-i18next';
import { paths } from '@/lib/paths';
import { NoMatch } from '@/ui/feedback/illustrations';
import { Link } from '@/ui/layout/link';

/** Page for unknown URLs. */
export const NotFound = () => <MissingPage isInside={false} />;

/** The same within the dashboard, whose navigation stays. */
export const NotFoundInside = () => <MissingPage isInside />;

function MissingPage({ isInside }: { isInside: boolean }) {
  const { t } = useTranslation();
  return (
    <div className="grid content-center justify-items-center gap-3 px-6 py-20 text-center">
      <title>{t('notFound.title')}</title>
      <NoMatch />
      <h1 tabIndex={-1} className="mt-4 text-3xl font-semibold tracking-tight text-balance wrap-anywhere">
        {t('notFound.title')}
      </h1>
      <p className="text-lg text-ink-secondary">{t('notFound.text')}</p>
      <p className="mt-3">
        <Link to={isInside ? paths.dashboard : paths.home} look="button" size="lg">
          {t(isInside ? 'notFound.overview' : 'notFound.home')}
        </Link>
      </p>
    </div>
  );
}
