import { createContext, useContext } from 'react';
import { paths } from '@/lib/paths';
import { enabledSignUps, type SiteSettings } from './site-settings';

/** Features of the public pages that the operator has turned on (spec §2, Public). */
export interface EnabledFeatures {
  /** Target of "Signup", individuals first; null if sign-up is off. */
  signUpPath: string | null;
  login: boolean;
  partner: boolean;
  passwordCheck: boolean;
  addressCheck: boolean;
  optOuts: boolean;
  /** The pages of leaks that the server writes. */
  leakPages: boolean;
  /** Contact address; empty if unknown. */
  contactEmail: string;
}

export const enabledFeatures = (settings: SiteSettings): EnabledFeatures => {
  const [kind] = enabledSignUps(settings);
  return {
    signUpPath: kind === 'individual' ? paths.signUpIndividual : kind === 'company' ? paths.signUpCompany : null,
    login: settings.loginEnabled,
    partner: settings.partnerSignupEnabled,
    passwordCheck: settings.passwordRangesEnabled,
    addressCheck: settings.addressCheckEnabled,
    optOuts: settings.optOutsEnabled,
    leakPages: settings.leakPagesEnabled,
    contactEmail: settings.contactEmail,
  };
};

const NONE_ENABLED: EnabledFeatures = {
  signUpPath: null,
  login: false,
  partner: false,
  passwordCheck: false,
  addressCheck: false,
  optOuts: false,
  leakPages: false,
  contactEmail: '',
};

export const EnabledFeaturesContext = createContext<EnabledFeatures>(NONE_ENABLED);
export const useEnabledFeatures = (): EnabledFeatures => useContext(EnabledFeaturesContext);
