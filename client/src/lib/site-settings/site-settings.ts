import { createContext, useContext } from 'react';
import type { SiteSettingsQuery } from './site-settings.generated';

/** What the operator has switched on (specification §3, Public settings). */
export type SiteSettings = Omit<SiteSettingsQuery['siteSettings'], '__typename'>;

/** In force while the settings cannot be read: every feature is off. */
export const ALL_DISABLED: SiteSettings = {
  signupEnabled: false,
  loginEnabled: false,
  individualSignupEnabled: false,
  organizationSignupEnabled: false,
  partnerSignupEnabled: false,
  turnkeyEnabled: false,
  turnkeySiteKey: '',
  language: '',
};

export const SiteSettingsContext = createContext<SiteSettings>(ALL_DISABLED);

/** The public settings, read once at start. */
export const useSiteSettings = (): SiteSettings => useContext(SiteSettingsContext);
