import type { TFunction } from 'i18next';
import { formatDay, formatList, formatNumber } from '@/lib/format';
import { PARTS, type Part, type Split, type TimeBar } from './bars';

export const LEVELS = { critical: 'CRITICAL', high: 'HIGH', medium: 'MEDIUM', low: 'LOW', info: 'INFO' } as const;

export const partName = (part: Part, t: TFunction<'overview'>): string =>
  part === 'workforce' || part === 'portals' ? t(`kind.${part}`) : t(`level.${LEVELS[part]}`);

/** The day of a bar, or the first and last of its week. */
export const daysName = ({ first, last }: TimeBar, language: string): string =>
  first === last ? formatDay(first, language) : `${formatDay(first, language)} – ${formatDay(last, language)}`;

/** All of a bar in words. */
export function barName(bar: TimeBar, split: Split, t: TFunction<'overview'>, language: string): string {
  const parts = PARTS[split].flatMap((part, index) => {
    const value = bar.values[index] ?? 0;
    return split === 'kind' || value > 0 ? [`${partName(part, t)} ${formatNumber(value, language)}`] : [];
  });
  const day = daysName(bar, language);
  const counts =
    parts.length > 0
      ? t('timeline.ofDay', { day, count: bar.total, parts: formatList(parts, language) })
      : t('timeline.ofEmptyDay', { day });
  return bar.leaks.length === 0
    ? counts
    : t('timeline.withLeaks', {
        counts,
        leaks: formatList(
          bar.leaks.map(({ title }) => title),
          language,
        ),
      });
}
