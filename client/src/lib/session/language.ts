import { showLanguage } from '@/i18n';
import { firstKnown, onLanguageChosenElsewhere, storedLanguage, storeLanguage } from '@/i18n/language';
import { sessionStore } from './store';

let siteLanguage: string | null = null;

/** Choice in this browser, else the account's language, else the site's, else English. */
const settled = (): string => firstKnown(storedLanguage(), sessionStore.read().account?.user.language, siteLanguage);

/** Sets the default language of the site. */
export async function applySiteLanguage(language: string): Promise<void> {
  siteLanguage = language;
  await showLanguage(settled());
}

const follow = () => void showLanguage(settled());

/** Updates the language on login, logout and choices in other tabs. */
export function followLanguage(): void {
  sessionStore.subscribe(follow);
  onLanguageChosenElsewhere(follow);
}

/** Applies and stores a choice, in this browser and on the account, whose emails then use it. */
export async function chooseLanguage(language: string): Promise<void> {
  storeLanguage(language);
  await showLanguage(language);
  if (!sessionStore.read().loggedIn) return;
  // Loaded on demand, because the homepage renders without the client.
  const { saveLanguage } = await import('./save-language');
  await saveLanguage(language);
}
