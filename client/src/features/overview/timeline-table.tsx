import { useTranslation } from 'react-i18next';
import { formatDay, formatNumber } from '@/lib/format';
import { Link } from '@/ui/layout/link';
import { type Kind, listLink } from './list-link';
import type { OverviewQuery } from './overview.generated';

type Item = OverviewQuery['stats']['timeline'][number];

const CELL = 'px-3 py-2 text-end tabular-nums';

/** Chart data as a table, newest day first, without empty days. */
export function TimelineTable({ items }: { items: readonly Item[] }) {
  const { t, i18n } = useTranslation('overview');
  const days = items.filter(({ totalEvents }) => totalEvents > 0).toReversed();
  const part = (day: string, kind: Kind, count: number) => (
    <td className={CELL}>
      {count === 0 ? (
        <span className="text-ink-muted">0</span>
      ) : (
        <Link look="quiet" to={listLink(kind, { range: { first: day, last: day } })}>
          {formatNumber(count, i18n.language)}
        </Link>
      )}
    </td>
  );
  return (
    <div className="max-h-96 overflow-auto rounded-md border border-line">
      <table className="w-full border-collapse text-base text-ink">
        <caption className="sr-only">{t('timeline.title')}</caption>
        <thead className="sticky top-0 bg-surface text-xs text-ink-muted shadow-low">
          <tr>
            <th scope="col" className="px-3 py-2 text-start font-medium">
              {t('timeline.day')}
            </th>
            {(['workforce', 'portals'] as const).map((kind) => (
              <th key={kind} scope="col" className="px-3 py-2 text-end font-medium">
                {t(`kind.${kind}`)}
              </th>
            ))}
            <th scope="col" className="px-3 py-2 text-end font-medium">
              {t('timeline.sum')}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {days.map(({ day, userEvents, domainEvents, totalEvents }) => (
            <tr key={day}>
              <th scope="row" className="px-3 py-2 text-start font-normal whitespace-nowrap">
                {formatDay(day, i18n.language)}
              </th>
              {part(day, 'workforce', userEvents)}
              {part(day, 'portals', domainEvents)}
              <td className={CELL}>{formatNumber(totalEvents, i18n.language)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
