import { localeOf } from '@/i18n/language';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Rounded length of time, such as "2.5 days". */
export function formatDuration(seconds: number, language: string): string {
  const [length, unit] =
    seconds >= DAY ? [seconds / DAY, 'day'] : seconds >= HOUR ? [seconds / HOUR, 'hour'] : [seconds / MINUTE, 'minute'];
  return new Intl.NumberFormat(localeOf(language), {
    style: 'unit',
    unit,
    unitDisplay: 'long',
    maximumFractionDigits: length < 10 && unit !== 'minute' ? 1 : 0,
  }).format(length);
}
