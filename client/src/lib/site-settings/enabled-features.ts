import { createContext, useContext } from 'react';
import { paths } from '@/lib/paths';
import { enabledSignUps, type SiteSettings } from './site-settings';

/** The ways into the product that the operator has switched on (spec §2, Public). */
export interface EnabledFeatures {
  /** Where "Signup" leads, individuals first; null where no kind of sign-up is on. */
  signUpPath: string | null;
  login: boolean;
  partner: boolean;
  /** Whom visitors write to; empty while nobody knows. */
  contactEmail: string;
}

export const enabledFeatures = (settings: SiteSettings): EnabledFeatures => {
  const [kind] = enabledSignUps(settings);
  return {
    signUpPath: kind === 'individual' ? paths.signUpIndividual : kind === 'company' ? paths.signUpCompany : null,
    login: settings.loginEnabled,
    partner: settings.partnerSignupEnabled,
    contactEmail: settings.contactEmail,
  };
};

const NONE_ENABLED: EnabledFeatures = { signUpPath: null, login: false, partner: false, contactEmail: '' };

export const EnabledFeaturesContext = createContext<EnabledFeatures>(NONE_ENABLED);
export const useEnabledFeatures = (): EnabledFeatures => useContext(EnabledFeaturesContext);
