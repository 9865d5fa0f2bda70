import { localeOf } from '@/i18n/language';

const kept = new Map<string, unknown>();

/** Formatter cache; creating formatters is slow and lists use them in every row. */
function keep<Format>(language: string, name: string, make: (locale: string) => Format): Format {
  const locale = localeOf(language);
  const key = `${name} ${locale}`;
  if (!kept.has(key)) kept.set(key, make(locale));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each name is created in one place only, below
  return kept.get(key) as Format;
}

const dates = (language: string, name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  keep(language, name, (locale) => new Intl.DateTimeFormat(locale, options));

/** Date and time in the local time zone; `iso` is an ISO 8601 time. */
export const formatDateTime = (iso: string, language: string): string =>
  dates(language, 'time', { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso));

/** Date and time with the time zone, for tooltips. */
export const formatExactTime = (iso: string, language: string): string =>
  dates(language, 'exactTime', {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(new Date(iso));

const MINUTE = 60_000;
const AGES = [
  ['day', 24 * 60 * MINUTE],
  ['hour', 60 * MINUTE],
  ['minute', MINUTE],
] as const;
const RELATIVE_FOR = 7 * 24 * 60 * MINUTE;

/** Age such as `3 hours ago`; the day once it is a week old. `now` in milliseconds. */
export function formatAge(iso: string, language: string, now: number): string {
  const age = Math.max(0, now - Date.parse(iso));
  if (age >= RELATIVE_FOR) return dates(language, 'date', { dateStyle: 'medium' }).format(new Date(iso));
  const ages = keep(language, 'age', (locale) => new Intl.RelativeTimeFormat(locale));
  const [unit, length] = AGES.find((each) => age >= each[1]) ?? AGES[2];
  return ages.format(-Math.floor(age / length), unit);
}

/** Time of evidence, which often is a day only: midnight in UTC is shown as that day. */
export const formatEvidenceTime = (iso: string, language: string): string =>
  Date.parse(iso) % (24 * 60 * MINUTE) === 0 ? formatDay(iso, language) : formatDateTime(iso, language);

/** Calendar day (`2026-03-01`), without time zone. */
export const formatDay = (day: string, language: string): string =>
  dates(language, 'day', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day));

/** Calendar day without year: `1 Mar`. */
export const formatShortDay = (day: string, language: string): string =>
  dates(language, 'shortDay', { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(day));

/** Calendar month (`2026-03`) with its year: `March 2026`. */
export const formatMonth = (month: string, language: string): string =>
  dates(language, 'month', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${month}-01`));

/** Calendar month without its year: `Mar`. */
export const formatShortMonth = (month: string, language: string): string =>
  dates(language, 'shortMonth', { month: 'short', timeZone: 'UTC' }).format(new Date(`${month}-01`));

/** Share in percent with two digits that count; a dash if it is none. */
export function formatShare(part: number, whole: number, language: string): string {
  if (whole === 0 || part > whole) return '–';
  const formatter = keep(
    language,
    'share',
    (locale) => new Intl.NumberFormat(locale, { style: 'percent', maximumSignificantDigits: 2 }),
  );
  return formatter.format(part / whole);
}

/** Number with at most two decimals. */
export const formatNumber = (value: number, language: string): string =>
  keep(language, 'number', (locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 2 })).format(value);

/** Short list: `a, b, c`. */
export const formatList = (items: readonly string[], language: string): string =>
  keep(language, 'list', (locale) => new Intl.ListFormat(locale, { style: 'narrow' })).format(items);

/** Compares names by language; case and accents count last, and `a2` comes before `a10`. */
export const compareNames = (one: string, other: string, language: string): number =>
  keep(language, 'order', (locale) => new Intl.Collator(locale, { numeric: true })).compare(one, other);

/** Localized country name (ISO 3166-1 alpha-2); falls back to `name`. */
export const countryName = (code: string, name: string, language: string): string =>
  keep(language, 'country', (locale) => new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' })).of(code) ??
  name;
