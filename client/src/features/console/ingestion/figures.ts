import { localeOf } from '@/i18n/language';

const KIB = 1024;
const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const;
const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** A file's name within a text or a heading: its own direction must not change theirs. */
export const isolated = (name: string): string => `\u2068${name}\u2069`;

/** Size of a file, such as `3.4 GiB`; isolated, since it stays left to right. */
export function formatBytes(bytes: number, language: string): string {
  let value = bytes;
  let unit = 0;
  while (value >= KIB && unit < UNITS.length - 1) {
    value /= KIB;
    unit += 1;
  }
  const digits = unit === 0 || value >= 100 ? 0 : 1;
  const number = new Intl.NumberFormat(localeOf(language), { maximumFractionDigits: digits }).format(value);
  return `\u2066${number}\u00A0${UNITS[unit] ?? ''}\u2069`;
}

/** Rough time, such as `40 sec` or `3 hr`: a more exact one would change with every update. */
export function formatTimeLeft(seconds: number, language: string): string {
  const [value, unit] =
    seconds < MINUTE
      ? [Math.max(1, Math.ceil(seconds / 5) * 5), 'second']
      : seconds < HOUR
        ? [Math.round(seconds / MINUTE), 'minute']
        : [Math.round((seconds / HOUR) * 10) / 10, 'hour'];
  return new Intl.NumberFormat(localeOf(language), {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  }).format(value);
}

/** Share that is done, of 100; at most 99 until all is done. */
export function percentOf(done: number, whole: number): number {
  if (whole <= 0) return 0;
  return done >= whole ? 100 : Math.min(99, Math.floor((done / whole) * 100));
}
