import { useTranslation } from 'react-i18next';
import { paths } from '@/lib/paths';
import { classes } from '@/ui/classes';
import { NoMatch } from '@/ui/feedback/illustrations';
import { EvidenceStrip } from '@/ui/layout/evidence-strip';
import { Link } from '@/ui/layout/link';

/** Page for unknown URLs. */
export const NotFound = () => <MissingPage isInside={false} />;

/** The same within the dashboard, whose navigation stays. */
export const NotFoundInside = () => <MissingPage isInside />;

function MissingPage({ isInside }: { isInside: boolean }) {
  const { t } = useTranslation();
  return (
    <div className={classes('grid content-center', !isInside && 'mx-auto w-full max-w-4xl px-4 py-16 sm:px-6')}>
      <title>{t('notFound.title')}</title>
      <EvidenceStrip
        tile={<NoMatch />}
        title={t('notFound.title')}
        summary={t('notFound.text')}
        marks={
          <Link to={isInside ? paths.dashboard : paths.home} look="button" size="lg">
            {t(isInside ? 'notFound.overview' : 'notFound.home')}
          </Link>
        }
      />
    </div>
  );
}
