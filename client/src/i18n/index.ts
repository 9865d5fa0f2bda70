import i18next, { type BackendModule, type ParseKeys, type ResourceKey, type TOptions } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type api from './locales/en/api.json';
import app from './locales/en/app.json';
import type commands from './locales/en/commands.json';
import type detections from './locales/en/detections.json';
import type domains from './locales/en/domains.json';
import type emails from './locales/en/emails.json';
import errors from './locales/en/errors.json';
import fields from './locales/en/fields.json';
import type help from './locales/en/help.json';
import type home from './locales/en/home.json';
import type members from './locales/en/members.json';
import type overview from './locales/en/overview.json';
import type registration from './locales/en/registration.json';
import type session from './locales/en/session.json';
import type settings from './locales/en/settings.json';
import { chooseLanguage, DEFAULT_LANGUAGE, storedLanguage } from './language';

/** The English texts; every other language has the same keys. */
export interface Texts {
  api: typeof api;
  app: typeof app;
  commands: typeof commands;
  detections: typeof detections;
  domains: typeof domains;
  emails: typeof emails;
  errors: typeof errors;
  fields: typeof fields;
  help: typeof help;
  home: typeof home;
  members: typeof members;
  overview: typeof overview;
  registration: typeof registration;
  session: typeof session;
  settings: typeof settings;
}
export type Namespace = keyof Texts;

/** A key with its namespace, such as `errors:unexpected`. */
export type TextKey = { [N in Namespace]: `${N}:${ParseKeys<N>}` }[Namespace];

// What is said on every page, and outside of components, comes with the page; all else is loaded with what says it.
const bundled = { app, errors, fields };
const files = import.meta.glob<ResourceKey>(['./locales/*/*.json', '!./locales/en/{app,errors,fields}.json'], {
  import: 'default',
});
const loader: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, namespace, give) => {
    const load = files[`./locales/${language}/${namespace}.json`];
    if (!load) give(`There are no texts of ${namespace} in ${language}.`, null);
    else
      load().then(
        (texts) => give(null, texts),
        (error: unknown) => give(String(error), null),
      );
  },
};

i18next.on('languageChanged', (language) => {
  document.documentElement.lang = language;
});

void i18next
  .use(loader)
  .use(initReactI18next)
  .init({
    lng: chooseLanguage(storedLanguage(), null),
    fallbackLng: DEFAULT_LANGUAGE,
    ns: Object.keys(bundled),
    defaultNS: 'app',
    resources: { [DEFAULT_LANGUAGE]: bundled },
    partialBundledLanguages: true,
    // React escapes what it shows.
    interpolation: { escapeValue: false },
    initAsync: false,
  });

/** A text outside of components; of a namespace that is bundled, or that the page has loaded. */
export const translate = (key: TextKey, options?: TOptions): string => i18next.t(key, options ?? {});

/** Loads the texts that a page will need, beside its code. */
export const loadTexts = async (...namespaces: readonly Namespace[]): Promise<void> =>
  i18next.loadNamespaces(namespaces);

/** Takes the site's language unless the user has chosen one in this browser. */
export async function applySiteLanguage(siteLanguage: string): Promise<void> {
  await i18next.changeLanguage(chooseLanguage(storedLanguage(), siteLanguage));
}
