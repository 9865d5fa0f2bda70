import type { UrlSchema } from '@/lib/url-state';

/** Calendar days such as `2026-11-21`, in UTC as on the server. */
export type Day = string;

/** Preset ranges, in days up to today. */
export const PRESETS = ['7', '30', '90', '365'] as const;
export type Preset = (typeof PRESETS)[number];

/** Maximum range that the server accepts. */
const LONGEST_DAYS = 1096;
const DAY_MS = 86_400_000;

/** Range with inclusive ends. */
export interface Range {
  first: Day;
  last: Day;
}

/** URL parameters of the range: a preset or two days. */
export interface RangeState {
  days: Preset;
  first: Day;
  last: Day;
}

export const dayOf = (ms: number): Day => new Date(ms).toISOString().slice(0, 10);

export const today = (): Day => dayOf(Date.now());

/** Adds days; negative numbers subtract. */
export const addDays = (day: Day, days: number): Day => dayOf(Date.parse(day) + days * DAY_MS);

const lengthOf = ({ first, last }: Range): number => Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS) + 1;

/** Whether the text is an existing calendar day. */
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

/** Range from URL parameters: the two days if valid and in order, else the preset. */
export function rangeOf({ days, first, last }: RangeState, now: Day = today()): Range {
  const own = { first, last };
  return isOwn({ days, first, last }) ? own : { first: addDays(now, 1 - Number(days)), last: now };
}

/** Whether the URL contains a custom range. */
export const isOwn = ({ first, last }: RangeState): boolean =>
  first !== '' && last !== '' && first <= last && lengthOf({ first, last }) <= LONGEST_DAYS;

/** Changes one end of the range and moves the other if needed. */
export function changed(range: Range, change: Partial<Range>): Range {
  const { first, last } = { ...range, ...change };
  const isLast = change.last !== undefined;
  if (first > last) return isLast ? { first: last, last } : { first, last: first };
  if (lengthOf({ first, last }) <= LONGEST_DAYS) return { first, last };
  return isLast ? { first: addDays(last, 1 - LONGEST_DAYS), last } : { first, last: addDays(first, LONGEST_DAYS - 1) };
}

/** Range as query variables; the server's end is exclusive. */
export const variablesOf = ({ first, last }: Range) => ({ startDate: first, endDate: addDays(last, 1) });
