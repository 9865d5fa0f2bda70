/** The reader's own variant of a language (`en-GB`), where the browser names one: it decides the order of day and month. */
const variantOf = (language: string): string =>
  navigator.languages.find((known) => known === language || known.startsWith(`${language}-`)) ?? language;

const formats = new Map<string, Intl.DateTimeFormat>();

function format(language: string, name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${name}`;
  const known = formats.get(key) ?? new Intl.DateTimeFormat(variantOf(language), options);
  formats.set(key, known);
  return known;
}

/** Day, month, year, hour and minute in the reader's own time zone; `iso` is an ISO 8601 time. */
export const formatDateTime = (iso: string, language: string): string =>
  format(language, 'time', { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso));

/** A calendar day (`2026-03-01`), which has no time zone. */
export const formatDay = (day: string, language: string): string =>
  format(language, 'day', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day));

/** A calendar day where there is little room and the year is known: `1 Mar`. */
export const formatShortDay = (day: string, language: string): string =>
  format(language, 'shortDay', { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(day));
