import i18next, { type BackendModule, type ParseKeys, type ResourceKey, type TOptions } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { DEFAULT_LANGUAGE, directionOf, firstKnown, localeOf, storedLanguage } from './language';
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
import type legal from './locales/en/legal.json';
import type members from './locales/en/members.json';
import type overview from './locales/en/overview.json';
import type registration from './locales/en/registration.json';
import type session from './locales/en/session.json';
import type settings from './locales/en/settings.json';

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
  legal: typeof legal;
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
const bundledFiles = new Map<string, ResourceKey>(Object.entries(bundled));
const files = import.meta.glob<ResourceKey>(['./locales/*/*.json', '!./locales/en/{app,errors,fields}.json'], {
  import: 'default',
});
const textsOf = (language: string, namespace: string): Promise<ResourceKey> =>
  files[`./locales/${language}/${namespace}.json`]?.() ??
  Promise.reject(new Error(`There are no texts of ${namespace} in ${language}.`));
const loader: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, namespace, give) => {
    textsOf(language, namespace)
      // English stands in for a file that does not come: it is asked for then, and not beside every other language.
      .catch(() => bundledFiles.get(namespace) ?? textsOf(DEFAULT_LANGUAGE, namespace))
      .then(
        (texts) => give(null, texts),
        (error: unknown) => give(String(error), null),
      );
  },
};

void i18next
  .use(loader)
  .use(initReactI18next)
  .init({
    lng: firstKnown(storedLanguage()),
    fallbackLng: false,
    ns: Object.keys(bundled),
    defaultNS: 'app',
    resources: { [DEFAULT_LANGUAGE]: bundled },
    partialBundledLanguages: true,
    // React escapes what it shows.
    interpolation: { escapeValue: false },
    initAsync: false,
  });

i18next.services.formatter?.addCached('number', (language, options: Intl.NumberFormatOptions) => {
  const format = new Intl.NumberFormat(localeOf(language ?? DEFAULT_LANGUAGE), options);
  return (value: number) => format.format(value);
});

// Before the first draw `public/theme.js` does it.
i18next.on('languageChanged', (language) => {
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
});

/** A text outside of components; of a namespace that is bundled, or that the page has loaded. */
export const translate = (key: TextKey, options?: TOptions): string => i18next.t(key, options ?? {});

/** Loads the texts that a page will need, beside its code. */
export const loadTexts = async (...namespaces: readonly Namespace[]): Promise<void> =>
  i18next.loadNamespaces(namespaces);

/** Shows every text in another language, once its texts are there; no draw before it holds a word of the former. */
export async function showLanguage(language: string): Promise<void> {
  if (i18next.resolvedLanguage !== language || i18next.language !== language) await i18next.changeLanguage(language);
}
