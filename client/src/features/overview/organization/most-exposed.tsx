import { useTranslation } from 'react-i18next';
import { formatNumber } from '@/lib/format';
import { paths } from '@/lib/paths';
import { Monogram } from '@/ui/display/monogram';
import { RelativeTime } from '@/ui/display/relative-time';
import { Skeleton } from '@/ui/feedback/skeleton';
import { Card } from '@/ui/layout/card';
import { PersonLink } from '@/ui/layout/entity-link';
import { Link } from '@/ui/layout/link';
import type { ExposureQuery } from '../overview.generated';

/** People with the most open detections. */
export function MostExposed({ exposure }: { exposure: ExposureQuery['accountExposure'] | undefined }) {
  const { t, i18n } = useTranslation('overview');
  const people = exposure?.mostExposed;
  return (
    <Card
      title={t('people.title')}
      description={t('people.description')}
      actions={
        <span className="text-sm">
          <Link look="quiet" to={paths.people}>
            {t('people.all')}
          </Link>
        </span>
      }
    >
      {people === undefined ? (
        <Skeleton className="h-40 w-full" />
      ) : people.length === 0 ? (
        <p className="text-base text-ink-muted">{t('people.none')}</p>
      ) : (
        <ol className="-my-2.5 divide-y divide-line">
          {people.map(({ id, email, openDetections, lastSeen }) => (
            <li key={id} className="flex items-center gap-3 py-2.5">
              <Monogram name={email} size={28} round />
              <span dir="ltr" title={email} className="min-w-0 flex-1 truncate text-start text-base">
                <PersonLink id={id}>{email}</PersonLink>
              </span>
              <span className="hidden text-sm text-ink-muted sm:inline">
                <RelativeTime iso={lastSeen} />
              </span>
              <span className="text-sm text-ink-secondary tabular-nums">
                <span aria-hidden="true" className="font-medium text-ink">
                  {formatNumber(openDetections, i18n.language)}
                </span>
                <span className="sr-only">
                  {t('people.open', { shown: formatNumber(openDetections, i18n.language) })}
                </span>
              </span>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
