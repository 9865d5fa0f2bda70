export const DEFAULT_LANGUAGE = 'en';
/** The languages that the client has texts for. */
export const LANGUAGES: readonly string[] = [DEFAULT_LANGUAGE];

const LANGUAGE_KEY = 'language';

/** The language that the user has chosen in this browser, or null. */
export function storedLanguage(): string | null {
  try {
    return localStorage.getItem(LANGUAGE_KEY);
  } catch {
    return null;
  }
}

/** The user's choice, else the site's setting, else English; only languages that exist. */
export const chooseLanguage = (chosen: string | null, siteLanguage: string | null): string =>
  [chosen, siteLanguage].find((language) => language !== null && LANGUAGES.includes(language)) ?? DEFAULT_LANGUAGE;
