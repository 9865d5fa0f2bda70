import type { ExposureQuery, OverviewQuery } from './overview.generated';
import type { Day } from './range';

type Exposure = ExposureQuery['accountExposure'];
type Item = OverviewQuery['stats']['timeline'][number];
export type SeverityCounts = NonNullable<Exposure['openBySeverity']>;
export type Leak = Exposure['ingestedLeaks'][number];

/** How bars are divided. */
export type Split = 'kind' | 'severity';
export type Interval = 'day' | 'week';

/** Ranges from which weeks can be shown. */
export const LEAST_DAYS_OF_WEEKS = 90;

/** Parts of a bar, from the bottom up, with the names of their texts. */
export const PARTS = {
  kind: ['workforce', 'portals'],
  severity: ['critical', 'high', 'medium', 'low', 'info'],
} as const;
export type Part = (typeof PARTS)[Split][number];

/** Detections of a day, or of a week within the range. */
export interface TimeBar {
  first: Day;
  last: Day;
  total: number;
  workforce: number;
  portals: number;
  /** In the order of `PARTS`. */
  values: readonly number[];
  /** Leaks that were ingested then. */
  leaks: readonly Leak[];
}

const MONDAY = 1;
const isMonday = (day: Day) => new Date(day).getUTCDay() === MONDAY;

const dayBar = (item: Item, split: Split, counts: SeverityCounts | undefined, leaks: readonly Leak[]): TimeBar => ({
  first: item.day,
  last: item.day,
  total: item.totalEvents,
  workforce: item.userEvents,
  portals: item.domainEvents,
  values: split === 'kind' ? [item.userEvents, item.domainEvents] : PARTS.severity.map((level) => counts?.[level] ?? 0),
  leaks,
});

const joined = (one: TimeBar, other: TimeBar): TimeBar => ({
  first: one.first,
  last: other.last,
  total: one.total + other.total,
  workforce: one.workforce + other.workforce,
  portals: one.portals + other.portals,
  values: one.values.map((value, index) => value + (other.values[index] ?? 0)),
  leaks: [...one.leaks, ...other.leaks],
});

/** Bars of the chart, oldest first; weeks begin on Mondays and are cut at the ends of the range. */
export function barsOf(
  items: readonly Item[],
  { split = 'kind', interval = 'day', exposure }: { split?: Split; interval?: Interval; exposure?: Exposure } = {},
): TimeBar[] {
  const counts = new Map(exposure?.severityTimeline?.map((each) => [each.day, each.counts]));
  const leaks = Map.groupBy(exposure?.ingestedLeaks ?? [], ({ day }) => day);
  const days = items.map((item) => dayBar(item, split, counts.get(item.day), leaks.get(item.day) ?? []));
  if (interval === 'day') return days;
  const weeks: TimeBar[] = [];
  for (const day of days) {
    const week = weeks.at(-1);
    if (week === undefined || isMonday(day.first)) weeks.push(day);
    else weeks[weeks.length - 1] = joined(week, day);
  }
  return weeks;
}
