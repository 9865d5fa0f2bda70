import { exposure, overview } from '@/testing/fixtures';
import { barsOf } from './bars';
import { addDays } from './range';

const item = (day: string, userEvents: number, domainEvents: number) => ({
  __typename: 'TimelineItem' as const,
  day,
  userEvents,
  domainEvents,
  totalEvents: userEvents + domainEvents,
});

it('splits days by kind or severity and marks the leaks of each', () => {
  const { accountExposure } = exposure();
  const items = overview().stats.timeline;
  expect(barsOf(items, { exposure: accountExposure }).map(({ values, leaks }) => [...values, leaks.length])).toEqual([
    [4, 0, 0],
    [0, 0, 1],
    [1, 2, 0],
  ]);
  expect(barsOf(items, { split: 'severity', exposure: accountExposure }).map(({ values }) => values)).toEqual([
    [1, 0, 3, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 2, 0, 1, 0],
  ]);
});

it('adds days up to weeks from Monday to Sunday, cut at the ends of the range', () => {
  // A Saturday.
  const items = Array.from({ length: 11 }, (_, index) => item(addDays('2026-02-21', index), 1, index));
  expect(
    barsOf(items, { interval: 'week' }).map(({ first, last, total, values }) => [first, last, total, ...values]),
  ).toEqual([
    ['2026-02-21', '2026-02-22', 3, 2, 1],
    ['2026-02-23', '2026-03-01', 42, 7, 35],
    ['2026-03-02', '2026-03-03', 21, 2, 19],
  ]);
});
