import { useTranslation } from 'react-i18next';
import { formatNumber } from '@/lib/format';
import { LeakLink } from '@/ui/layout/entity-link';
import { Link } from '@/ui/layout/link';
import { daysName, partName } from './bar-names';
import { PARTS, type Part, type Split, type TimeBar } from './bars';
import { listLink } from './list-link';

const CELL = 'px-3 py-2 text-end tabular-nums';

/** Chart data as a table, newest first, without empty days. */
export function TimelineTable({ bars, split }: { bars: readonly TimeBar[]; split: Split }) {
  const { t, i18n } = useTranslation('overview');
  const rows = bars.filter(({ total, leaks }) => total > 0 || leaks.length > 0).toReversed();
  const cell = (bar: TimeBar, part: Part, count: number) => (
    <td key={part} className={CELL}>
      {count === 0 ? (
        <span className="text-ink-muted">0</span>
      ) : part === 'workforce' || part === 'portals' ? (
        <Link look="quiet" to={listLink(part, { range: bar })}>
          {formatNumber(count, i18n.language)}
        </Link>
      ) : (
        formatNumber(count, i18n.language)
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
            {PARTS[split].map((part) => (
              <th key={part} scope="col" className="px-3 py-2 text-end font-medium">
                {partName(part, t)}
              </th>
            ))}
            <th scope="col" className="px-3 py-2 text-end font-medium">
              {t('timeline.sum')}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((bar) => (
            <tr key={bar.first}>
              <th scope="row" className="px-3 py-2 text-start font-normal">
                <span className="whitespace-nowrap">{daysName(bar, i18n.language)}</span>
                {bar.leaks.map(({ name, title }) => (
                  <span key={name} className="block text-sm">
                    <LeakLink name={name}>{t('timeline.leak', { title })}</LeakLink>
                  </span>
                ))}
              </th>
              {PARTS[split].map((part, index) => cell(bar, part, bar.values[index] ?? 0))}
              <td className={CELL}>{formatNumber(bar.total, i18n.language)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
