import { readStored, writeStored } from '@/lib/stored-value';

export const DEFAULT_LANGUAGE = 'en';

// Without the default, whose texts are bundled.
const shipped = Object.keys(import.meta.glob(['./locales/*/app.json', '!./locales/en/app.json']));

/** Supported languages; `public/theme.js` has the same list. */
export const LANGUAGES: readonly string[] = [
  DEFAULT_LANGUAGE,
  ...shipped.map((path) => path.split('/')[2] ?? DEFAULT_LANGUAGE),
].toSorted();

const RIGHT_TO_LEFT = new Set(['ar']);
const LANGUAGE_KEY = 'language';
const COOKIE_SECONDS = 365 * 24 * 60 * 60;

/** Language chosen in this browser, or null. */
export const storedLanguage = (): string | null => readStored(LANGUAGE_KEY);

/**
 * Stores the choice in this browser, and as a cookie for the server, which renders the homepage before scripts run.
 */
export function storeLanguage(language: string): void {
  writeStored(LANGUAGE_KEY, language);
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${LANGUAGE_KEY}=${language}; Path=/; Max-Age=${COOKIE_SECONDS}; SameSite=Lax${secure}`;
}

/** Subscribes to language changes of other tabs; returns an unsubscribe function. */
export function onLanguageChosenElsewhere(listener: () => void): () => void {
  const heard = ({ key }: StorageEvent) => {
    if (key === LANGUAGE_KEY || key === null) listener();
  };
  window.addEventListener('storage', heard);
  return () => window.removeEventListener('storage', heard);
}

/** First supported language, in order of precedence; English if none. */
export const firstKnown = (...languages: readonly (string | null | undefined)[]): string =>
  languages.find((language) => typeof language === 'string' && LANGUAGES.includes(language)) ?? DEFAULT_LANGUAGE;

/** Writing direction of a language. */
export const directionOf = (language: string): 'ltr' | 'rtl' => (RIGHT_TO_LEFT.has(language) ? 'rtl' : 'ltr');

/**
 * Own name of a language, capitalized: `Deutsch`, `Français`, `日本語`.
 */
export function nameOfLanguage(language: string): string {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  const [first = '', ...rest] = name;
  return first.toLocaleUpperCase(language) + rest.join('');
}

/** Regional variant from the browser (`en-GB`), which determines the date order. */
const variantOf = (language: string): string =>
  navigator.languages.find((known) => known === language || known.startsWith(`${language}-`)) ?? language;

/**
 * Locale for numbers, dates and lists: Latin digits, as in the evidence, and the Gregorian calendar, whatever the region's
 * default.
 */
export const localeOf = (language: string): string =>
  new Intl.Locale(variantOf(language), { numberingSystem: 'latn', calendar: 'gregory' }).toString();
