import type { ConsoleSettingsQuery } from './settings.generated';

export type Setting = ConsoleSettingsQuery['console']['settings']['settings'][number];
export type SettingName = Setting['name'];

/** Groups of settings in the order of the page. */
export const GROUPS = {
  access: [
    'LOGIN_ENABLED',
    'SIGNUP_ENABLED',
    'INDIVIDUAL_SIGNUP_ENABLED',
    'ORGANIZATION_SIGNUP_ENABLED',
    'PARTNER_SIGNUP_ENABLED',
  ],
  human: ['TURNKEY_ENABLED', 'TURNKEY_SITE_KEY'],
  language: ['LANGUAGE'],
  lookups: [
    'PASSWORD_RANGES_ENABLED',
    'PASSWORD_RANGES_MINIMUM',
    'EMAIL_RANGES_ENABLED',
    'PUBLIC_CATALOGUE_ENABLED',
    'LEAK_PAGES_ENABLED',
    'ADDRESS_CHECK_ENABLED',
    'OPT_OUTS_ENABLED',
  ],
} as const satisfies Record<string, readonly SettingName[]>;

/** Field of the mutation's input, such as `loginEnabled` for `LOGIN_ENABLED`. */
export const inputField = (name: SettingName): string =>
  name.toLowerCase().replace(/_(?<letter>[a-z])/g, (_, letter: string) => letter.toUpperCase());
