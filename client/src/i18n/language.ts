import { readStored, writeStored } from '@/lib/stored-value';

export const DEFAULT_LANGUAGE = 'en';

// Without the default, whose texts come with the page.
const shipped = Object.keys(import.meta.glob(['./locales/*/app.json', '!./locales/en/app.json']));

/** The languages that the client has texts for; `public/theme.js` has the same list. */
export const LANGUAGES: readonly string[] = [
  DEFAULT_LANGUAGE,
  ...shipped.map((path) => path.split('/')[2] ?? DEFAULT_LANGUAGE),
].toSorted();

const RIGHT_TO_LEFT = new Set(['ar']);
const LANGUAGE_KEY = 'language';
const COOKIE_SECONDS = 365 * 24 * 60 * 60;

/** The language that the user has chosen in this browser, or null. */
export const storedLanguage = (): string | null => readStored(LANGUAGE_KEY);

/**
 * Keeps the user's choice in this browser. The cookie says the same to the server, which draws the homepage before any script
 * of ours has run.
 */
export function storeLanguage(language: string): void {
  writeStored(LANGUAGE_KEY, language);
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${LANGUAGE_KEY}=${language}; Path=/; Max-Age=${COOKIE_SECONDS}; SameSite=Lax${secure}`;
}

/** Calls back when another tab has chosen a language; returns what ends it. */
export function onLanguageChosenElsewhere(listener: () => void): () => void {
  const heard = ({ key }: StorageEvent) => {
    if (key === LANGUAGE_KEY || key === null) listener();
  };
  window.addEventListener('storage', heard);
  return () => window.removeEventListener('storage', heard);
}

/** The first that there are texts for, in the order of their right; English where there is none. */
export const firstKnown = (...languages: readonly (string | null | undefined)[]): string =>
  languages.find((language) => typeof language === 'string' && LANGUAGES.includes(language)) ?? DEFAULT_LANGUAGE;

/** The direction that a language is written in. */
export const directionOf = (language: string): 'ltr' | 'rtl' => (RIGHT_TO_LEFT.has(language) ? 'rtl' : 'ltr');

/**
 * What a language is called by those who speak it: `Deutsch`, `Français`, `日本語`. It stands at the head of a line or alone,
 * so it begins with a capital where the script has them.
 */
export function nameOfLanguage(language: string): string {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  const [first = '', ...rest] = name;
  return first.toLocaleUpperCase(language) + rest.join('');
}

/** The reader's own variant of a language (`en-GB`), where the browser names one: it decides the order of day and month. */
const variantOf = (language: string): string =>
  navigator.languages.find((known) => known === language || known.startsWith(`${language}-`)) ?? language;

/**
 * The locale by which numbers, dates and lists are written in a language: with Latin digits, as in the evidence beside them,
 * and by the Gregorian calendar, whatever the reader's region writes by default.
 */
export const localeOf = (language: string): string =>
  new Intl.Locale(variantOf(language), { numberingSystem: 'latn', calendar: 'gregory' }).toString();
