import { useTranslation } from 'react-i18next';
import { formatNumber } from '@/lib/format';
import { Skeleton } from '@/ui/feedback/skeleton';
import { Card } from '@/ui/layout/card';
import { compactNumber } from './compact-number';
import type { OverviewQuery } from './overview.generated';

const ROWS = ['records', 'average_leaks_per_email', 'average_leaks_per_domain'] as const;

interface GlobalStatisticsProps {
  rows: OverviewQuery['stats']['global'] | undefined;
  /** Whether the first ingestion isn't counted yet. */
  pending: boolean;
}

/** Statistics over all leaks. */
export function GlobalStatistics({ rows, pending }: GlobalStatisticsProps) {
  const { t, i18n } = useTranslation('overview');
  return (
    <Card title={t('global.title')} description={t('global.description')}>
      <dl className="grid gap-3">
        {ROWS.map((name) => {
          const count = rows?.find(({ rowName }) => rowName === name)?.count;
          return (
            <div key={name} className="flex items-baseline justify-between gap-4">
              <dt className="text-base text-ink-secondary">{t(`global.${name}`)}</dt>
              <dd className="text-lg font-semibold text-ink tabular-nums">
                {count === undefined ? (
                  <Skeleton className="h-4 w-14" />
                ) : pending ? (
                  <span className="text-sm font-normal text-ink-muted">{t('global.pending')}</span>
                ) : (
                  <span title={formatNumber(count, i18n.language)}>
                    {count >= 1000 ? compactNumber(count, i18n.language) : formatNumber(count, i18n.language)}
                  </span>
                )}
              </dd>
            </div>
          );
        })}
      </dl>
    </Card>
  );
}
