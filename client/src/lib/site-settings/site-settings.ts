import { createContext, useContext } from 'react';
import type { SiteSettingsQuery } from './site-settings.generated';

/** What the operator has switched on (spec §3, Public settings). */
export type SiteSettings = Omit<SiteSettingsQuery['siteSettings'], '__typename'>;

/** Every feature is off. */
export const ALL_DISABLED: SiteSettings = {
  signupEnabled: false,
  loginEnabled: false,
  individualSignupEnabled: false,
  organizationSignupEnabled: false,
  partnerSignupEnabled: false,
  turnkeyEnabled: false,
  turnkeySiteKey: '',
  language: '',
  contactEmail: '',
  analyticsMeasurementId: '',
  isDemonstration: false,
};

/** In force while the settings cannot be read. The server names the operator's address in such a page (spec §2, Public). */
export const settingsWithoutServer = (page: Document = document): SiteSettings => ({
  ...ALL_DISABLED,
  contactEmail: page.querySelector<HTMLMetaElement>('meta[name="contact-email"]')?.content ?? '',
});

export const SiteSettingsContext = createContext<SiteSettings>(ALL_DISABLED);

/** The public settings, read once at start. */
export const useSiteSettings = (): SiteSettings => useContext(SiteSettingsContext);

/** The kinds of sign-up that are switched on, individuals first (spec §2, Public). */
export const enabledSignUps = (settings: SiteSettings): ('individual' | 'company')[] => [
  ...(settings.signupEnabled && settings.individualSignupEnabled ? (['individual'] as const) : []),
  ...(settings.signupEnabled && settings.organizationSignupEnabled ? (['company'] as const) : []),
];
