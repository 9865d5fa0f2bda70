import { createContext, useContext } from 'react';
import { paths } from '@/lib/paths';
import { enabledSignUps, type SiteSettings } from './site-settings';

/** The ways into the product that the operator has switched on (specification §2, Public). */
export interface Doors {
  /** Where "Signup" leads, individuals first; null where no kind of sign-up is on. */
  signUpPath: string | null;
  login: boolean;
  partner: boolean;
  /** Whom visitors write to; empty where the operator has named nobody. */
  contactEmail: string;
}

export const doorsOf = (settings: SiteSettings): Doors => {
  const [kind] = enabledSignUps(settings);
  return {
    signUpPath: kind === 'individual' ? paths.signUpIndividual : kind === 'company' ? paths.signUpCompany : null,
    login: settings.loginEnabled,
    partner: settings.partnerSignupEnabled,
    contactEmail: settings.contactEmail,
  };
};

const CLOSED: Doors = { signUpPath: null, login: false, partner: false, contactEmail: '' };

export const DoorsContext = createContext<Doors>(CLOSED);
export const useDoors = (): Doors => useContext(DoorsContext);
