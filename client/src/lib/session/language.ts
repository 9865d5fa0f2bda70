import { showLanguage } from '@/i18n';
import { firstKnown, onLanguageChosenElsewhere, storedLanguage, storeLanguage } from '@/i18n/language';
import { sessionStore } from './store';

let siteLanguage: string | null = null;

/** The choice made in this browser, else the account's language, else the site's, else English (design §4.10). */
const settled = (): string => firstKnown(storedLanguage(), sessionStore.read().account?.user.language, siteLanguage);

/** Takes the language of the site, which is shown to whoever has chosen none. */
export async function applySiteLanguage(language: string): Promise<void> {
  siteLanguage = language;
  await showLanguage(settled());
}

const follow = () => void showLanguage(settled());

/** Keeps the language in step with log-ins and log-outs, and with what other tabs choose. */
export function followLanguage(): void {
  sessionStore.subscribe(follow);
  onLanguageChosenElsewhere(follow);
}

/** Shows and keeps the user's choice: in this browser, and on the account of who is logged in, whose mails then follow it. */
export async function chooseLanguage(language: string): Promise<void> {
  storeLanguage(language);
  await showLanguage(language);
  if (!sessionStore.read().loggedIn) return;
  // Loaded for it: the homepage stands without the client.
  const { saveLanguage } = await import('./save-language');
  await saveLanguage(language);
}
