import { localeOf } from '@/i18n/language';

const kept = new Map<string, unknown>();

/** A format is dear to make and asked for in every row of a list. */
function keep<Format>(language: string, name: string, make: (locale: string) => Format): Format {
  const locale = localeOf(language);
  const key = `${name} ${locale}`;
  if (!kept.has(key)) kept.set(key, make(locale));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a name stands for is made in one place only, below.
  return kept.get(key) as Format;
}

const dates = (language: string, name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  keep(language, name, (locale) => new Intl.DateTimeFormat(locale, options));

/** Day, month, year, hour and minute in the reader's own time zone; `iso` is an ISO 8601 time. */
export const formatDateTime = (iso: string, language: string): string =>
  dates(language, 'time', { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso));

/** A calendar day (`2026-03-01`), which has no time zone. */
export const formatDay = (day: string, language: string): string =>
  dates(language, 'day', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day));

/** A calendar day where there is little room and the year is known: `1 Mar`. */
export const formatShortDay = (day: string, language: string): string =>
  dates(language, 'shortDay', { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(day));

/** A number in the reader's language, with two decimals at most. */
export const formatNumber = (value: number, language: string): string =>
  keep(language, 'number', (locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 2 })).format(value);

/** Several things named one after the other, as short as the language has it: `a, b, c`. */
export const formatList = (items: readonly string[], language: string): string =>
  keep(language, 'list', (locale) => new Intl.ListFormat(locale, { style: 'narrow' })).format(items);

/** The order of names in the reader's language, where capitals and accents decide last and `a2` stands before `a10`. */
export const compareNames = (one: string, other: string, language: string): number =>
  keep(language, 'order', (locale) => new Intl.Collator(locale, { numeric: true })).compare(one, other);

/** A country (ISO 3166-1 alpha-2) as the language calls it; `name` where it has no word of its own. */
export const countryName = (code: string, name: string, language: string): string =>
  keep(language, 'country', (locale) => new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' })).of(code) ??
  name;
