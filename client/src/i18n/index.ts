import i18next, { type BackendModule, type ParseKeys, type ResourceKey, type TOptions } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { DEFAULT_LANGUAGE, directionOf, firstKnown, localeOf, storedLanguage } from './language';
import type api from './locales/en/api.json';
import app from './locales/en/app.json';
import type catalogue from './locales/en/catalogue.json';
import type commands from './locales/en/commands.json';
import type configuration from './locales/en/configuration.json';
import type consoleTexts from './locales/en/console.json';
import type contentTexts from './locales/en/content.json';
import type detection from './locales/en/detection.json';
import type detections from './locales/en/detections.json';
import type domains from './locales/en/domains.json';
import type emails from './locales/en/emails.json';
import errors from './locales/en/errors.json';
import fields from './locales/en/fields.json';
import type graphiql from './locales/en/graphiql.json';
import type help from './locales/en/help.json';
import type home from './locales/en/home.json';
import type incidents from './locales/en/incidents.json';
import type ingestion from './locales/en/ingestion.json';
import type legal from './locales/en/legal.json';
import type lookups from './locales/en/lookups.json';
import type members from './locales/en/members.json';
import type notifications from './locales/en/notifications.json';
import type overview from './locales/en/overview.json';
import type profiles from './locales/en/profiles.json';
import type quarantine from './locales/en/quarantine.json';
import type registration from './locales/en/registration.json';
import type reports from './locales/en/reports.json';
import type session from './locales/en/session.json';
import type settings from './locales/en/settings.json';

/** English texts; other languages have the same keys. */
export interface Texts {
  api: typeof api;
  app: typeof app;
  catalogue: typeof catalogue;
  commands: typeof commands;
  configuration: typeof configuration;
  console: typeof consoleTexts;
  content: typeof contentTexts;
  detection: typeof detection;
  detections: typeof detections;
  domains: typeof domains;
  emails: typeof emails;
  errors: typeof errors;
  fields: typeof fields;
  graphiql: typeof graphiql;
  help: typeof help;
  home: typeof home;
  incidents: typeof incidents;
  ingestion: typeof ingestion;
  legal: typeof legal;
  lookups: typeof lookups;
  members: typeof members;
  notifications: typeof notifications;
  overview: typeof overview;
  profiles: typeof profiles;
  quarantine: typeof quarantine;
  registration: typeof registration;
  reports: typeof reports;
  session: typeof session;
  settings: typeof settings;
}
export type Namespace = keyof Texts;

/** Key with namespace, such as `errors:unexpected`. */
export type TextKey = { [N in Namespace]: `${N}:${ParseKeys<N>}` }[Namespace];

// Texts of every page, and those used outside components, are bundled; all others are loaded on demand.
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
      // Fall back to English, loaded only if needed.
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
    // React escapes its output.
    interpolation: { escapeValue: false },
    initAsync: false,
  });

i18next.services.formatter?.addCached('number', (language, options: Intl.NumberFormatOptions) => {
  const format = new Intl.NumberFormat(localeOf(language ?? DEFAULT_LANGUAGE), options);
  return (value: number) => format.format(value);
});

// `public/theme.js` does this before the first render.
i18next.on('languageChanged', (language) => {
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
});

/** Translates outside of components; the namespace must be loaded. */
export const translate = (key: TextKey, options?: TOptions): string => i18next.t(key, options ?? {});

/** Preloads the texts of a page, in parallel with its code. */
export const loadTexts = async (...namespaces: readonly Namespace[]): Promise<void> =>
  i18next.loadNamespaces(namespaces);

/** Switches the language once its texts have loaded. */
export async function showLanguage(language: string): Promise<void> {
  if (i18next.resolvedLanguage !== language || i18next.language !== language) await i18next.changeLanguage(language);
}
