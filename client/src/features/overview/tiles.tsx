import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatNumber } from '@/lib/format';
import { Skeleton } from '@/ui/feedback/skeleton';
import { compactNumber } from './compact-number';
import { listLink } from './list-link';
import type { OverviewQuery } from './overview.generated';
import { addDays, today } from './range';

type Summary = OverviewQuery['stats']['notificationSummary'];

/** Tiles in the order of spec §2, with the days that each covers. */
const TILES = [
  { name: 'total', days: undefined },
  { name: 'unread', days: undefined },
  { name: 'last90Days', days: 90 },
  { name: 'last60Days', days: 60 },
  { name: 'last365Days', days: 365 },
] as const;

/** Totals over users and domains in one strip; the two parts link to their lists. */
export function Tiles({ summary }: { summary: Summary | undefined }) {
  const { t, i18n } = useTranslation('overview');
  const last = today();
  return (
    <ul
      className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line shadow-low *:last:col-span-2 lg:grid-cols-5 lg:*:last:col-span-1"
      aria-label={t('tiles.label')}
    >
      {TILES.map(({ name, days }) => {
        const wanted = {
          unread: name === 'unread',
          ...(days !== undefined && { range: { first: addDays(last, 1 - days), last } }),
        };
        const parts = (['workforce', 'portals'] as const).map((kind) => {
          const count = summary?.[kind === 'workforce' ? 'userNotifications' : 'domainNotifications'][name];
          return { kind, count };
        });
        const sum = summary && parts.reduce((before, { count }) => before + (count ?? 0), 0);
        return (
          <li key={name} className="flex flex-col bg-surface px-3 py-3 sm:px-4">
            <p className="flex grow flex-col justify-between gap-y-1 text-sm text-ink-muted">
              {t(`tiles.${name}`)}
              {sum === undefined ? (
                <Skeleton className="my-1 h-5 w-14" />
              ) : (
                <span
                  className="text-xl font-semibold tracking-[-0.02em] text-ink tabular-nums"
                  {...(sum >= 1000 && { title: formatNumber(sum, i18n.language) })}
                >
                  {compactNumber(sum, i18n.language)}
                </span>
              )}
            </p>
            <ul className="mt-1 text-sm">
              {parts.map(({ kind, count }) => (
                <li key={kind}>
                  <Link
                    to={listLink(kind, wanted)}
                    className="flex min-h-6 flex-wrap items-center justify-between gap-x-2 rounded-xs text-ink-muted underline-offset-3 hover:text-ink hover:underline"
                  >
                    <span>{t(`kind.${kind}`)}</span>
                    <span className="ms-auto text-ink-secondary tabular-nums">
                      {count === undefined ? '–' : compactNumber(count, i18n.language)}
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          </li>
        );
      })}
    </ul>
  );
}
