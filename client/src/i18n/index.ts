import i18next, { type ParseKeys, type TOptions } from 'i18next';
import { initReactI18next } from 'react-i18next';
import api from './locales/en/api.json';
import app from './locales/en/app.json';
import detections from './locales/en/detections.json';
import domains from './locales/en/domains.json';
import emails from './locales/en/emails.json';
import errors from './locales/en/errors.json';
import fields from './locales/en/fields.json';
import help from './locales/en/help.json';
import members from './locales/en/members.json';
import registration from './locales/en/registration.json';
import session from './locales/en/session.json';
import settings from './locales/en/settings.json';
import { chooseLanguage, DEFAULT_LANGUAGE, storedLanguage } from './language';

/** The English texts; every other language has the same keys. */
export const resources = {
  api,
  app,
  detections,
  domains,
  emails,
  errors,
  fields,
  help,
  members,
  registration,
  session,
  settings,
} as const;
type Namespace = keyof typeof resources;

/** A key with its namespace, such as `errors:unexpected`. */
export type TextKey = { [N in Namespace]: `${N}:${ParseKeys<N>}` }[Namespace];

i18next.on('languageChanged', (language) => {
  document.documentElement.lang = language;
});

void i18next.use(initReactI18next).init({
  lng: chooseLanguage(storedLanguage(), null),
  fallbackLng: DEFAULT_LANGUAGE,
  ns: Object.keys(resources),
  defaultNS: 'app',
  resources: { [DEFAULT_LANGUAGE]: resources },
  // React escapes what it shows.
  interpolation: { escapeValue: false },
  initAsync: false,
});

/** A text outside of components. */
export const translate = (key: TextKey, options?: TOptions): string => i18next.t(key, options ?? {});

/** Takes the site's language unless the user has chosen one in this browser. */
export async function applySiteLanguage(siteLanguage: string): Promise<void> {
  await i18next.changeLanguage(chooseLanguage(storedLanguage(), siteLanguage));
}
