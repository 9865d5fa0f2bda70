import { createContext, useContext } from 'react';
import type { SiteSettingsQuery } from './site-settings.generated';

/** Public settings (spec §3). */
export type SiteSettings = Omit<SiteSettingsQuery['siteSettings'], '__typename'>;

/** All features off. */
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
  passwordRangesEnabled: false,
  leakPagesEnabled: false,
  addressCheckEnabled: false,
  optOutsEnabled: false,
};

/** Settings if loading fails. The server still embeds the operator's address in the page (spec §2, Public). */
export const settingsWithoutServer = (page: Document = document): SiteSettings => ({
  ...ALL_DISABLED,
  contactEmail: page.querySelector<HTMLMetaElement>('meta[name="contact-email"]')?.content ?? '',
});

export const SiteSettingsContext = createContext<SiteSettings>(ALL_DISABLED);

/** Public settings, loaded once on start. */
export const useSiteSettings = (): SiteSettings => useContext(SiteSettingsContext);

/** Enabled kinds of sign-up, individuals first (spec §2, Public). */
export const enabledSignUps = (settings: SiteSettings): ('individual' | 'company')[] => [
  ...(settings.signupEnabled && settings.individualSignupEnabled ? (['individual'] as const) : []),
  ...(settings.signupEnabled && settings.organizationSignupEnabled ? (['company'] as const) : []),
];
