import type { UrlSchema } from '@/lib/url-state';

/** Days of the calendar as `2026-11-21`, in UTC as the server counts them. */
export type Day = string;

/** The ranges that one press chooses, in days that end today. */
export const PRESETS = ['7', '30', '90', '365'] as const;
export type Preset = (typeof PRESETS)[number];

/** What the server takes at most. */
const LONGEST_DAYS = 1096;
const DAY_MS = 86_400_000;

/** Both ends are in the range. */
export interface Range {
  first: Day;
  last: Day;
}

/** How the range stands in the address: some days that end today, or two days of the calendar. */
export interface RangeState {
  days: Preset;
  first: Day;
  last: Day;
}

export const dayOf = (ms: number): Day => new Date(ms).toISOString().slice(0, 10);

export const today = (): Day => dayOf(Date.now());

/** A day some days later; earlier with a negative number. */
export const addDays = (day: Day, days: number): Day => dayOf(Date.parse(day) + days * DAY_MS);

const lengthOf = ({ first, last }: Range): number => Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS) + 1;

/** Only days that the calendar has; whatever else an address holds is no day. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const ms = Date.parse(text);
  return !Number.isNaN(ms) && dayOf(ms) === text;
}

const day = {
  read: (text: string | null): Day => (text !== null && isDay(text) ? text : ''),
  write: (value: Day) => value || null,
};

export const rangeSchema: UrlSchema<RangeState> = {
  days: {
    read: (text) => PRESETS.find((preset) => preset === text) ?? '7',
    write: (value) => (value === '7' ? null : value),
  },
  first: day,
  last: day,
};

/** The range that an address names: two days where both are there and in order, else the preset. */
export function rangeOf({ days, first, last }: RangeState, now: Day = today()): Range {
  const own = { first, last };
  return isOwn({ days, first, last }) ? own : { first: addDays(now, 1 - Number(days)), last: now };
}

/** Whether an address names two days of its own. */
export const isOwn = ({ first, last }: RangeState): boolean =>
  first !== '' && last !== '' && first <= last && lengthOf({ first, last }) <= LONGEST_DAYS;

/** The range with another first or last day; the other end gives way where it must. */
export function changed(range: Range, change: Partial<Range>): Range {
  const { first, last } = { ...range, ...change };
  const isLast = change.last !== undefined;
  if (first > last) return isLast ? { first: last, last } : { first, last: first };
  if (lengthOf({ first, last }) <= LONGEST_DAYS) return { first, last };
  return isLast ? { first: addDays(last, 1 - LONGEST_DAYS), last } : { first, last: addDays(first, LONGEST_DAYS - 1) };
}

/** What the server is asked for: its ranges end before their end. */
export const variablesOf = ({ first, last }: Range) => ({ startDate: first, endDate: addDays(last, 1) });
