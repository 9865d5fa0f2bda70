import { useTranslation } from 'react-i18next';
import { formatDay, formatNumber } from '@/lib/format';
import { Monogram } from '@/ui/display/monogram';
import { Skeleton } from '@/ui/feedback/skeleton';
import { Card } from '@/ui/layout/card';
import { LeakLink } from '@/ui/layout/entity-link';
import { compactNumber } from '../compact-number';
import type { ExposureQuery } from '../overview.generated';

/** Leaks that were added last, with the account's share of each. */
export function LatestLeaks({ exposure }: { exposure: ExposureQuery['accountExposure'] | undefined }) {
  const { t, i18n } = useTranslation('overview');
  const leaks = exposure?.latestLeaks;
  return (
    <Card title={t('leaks.title')} description={t('leaks.description')}>
      {leaks === undefined ? (
        <Skeleton className="h-40 w-full" />
      ) : leaks.length === 0 ? (
        <p className="text-base text-ink-muted">{t('leaks.none')}</p>
      ) : (
        <ol className="-my-2.5 divide-y divide-line">
          {leaks.map(({ name, title, addedDate, records, detections, isExact }) => (
            <li key={name} className="flex items-center gap-3 py-2.5">
              <Monogram name={title} size={28} />
              <span className="min-w-0 flex-1">
                <span dir="auto" title={title} className="block truncate text-base">
                  <LeakLink name={name}>{title}</LeakLink>
                </span>
                <span className="block text-sm text-ink-muted">
                  {t('leaks.added', { day: formatDay(addedDate.slice(0, 10), i18n.language) })}
                </span>
              </span>
              <span className="text-end text-sm tabular-nums">
                <span className="block font-medium text-ink">
                  {t(isExact ? 'leaks.ours' : 'leaks.oursMore', {
                    shown: formatNumber(detections, i18n.language),
                  })}
                </span>
                <span className="block text-ink-muted" title={formatNumber(records, i18n.language)}>
                  {t('leaks.of', { shown: compactNumber(records, i18n.language) })}
                </span>
              </span>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
