/** Every address of the application, in one place. Hash routes: `/dashboard` is shown as `/#/dashboard`. */
export const paths = {
  home: '/',
  login: '/auth/login',
  magicLink: '/auth/m',
  invitation: '/auth/invitation',
  confirmMonitoredEmail: '/auth/monitored-email',
  resetPassword: '/auth/reset-password',
  resetCheckEmail: '/auth/reset-password/check-email',
  resetConfirm: '/auth/reset-password/confirm',
  resetSuccess: '/auth/reset-password/success',
  resetFailure: '/auth/reset-password/failure',
  /** Leads to the sign-up that is switched on. */
  signUp: '/signup',
  signUpIndividual: '/auth/sign-up/individual',
  signUpCompany: '/auth/sign-up/company',
  emailValidateIndividual: '/auth/sign-up/individual/email-validate',
  emailValidateCompany: '/auth/sign-up/company/email-validate',
  domainValidate: '/auth/sign-up/company/domain-validate',
  domainValidated: '/auth/sign-up/company/domain-validated',
  accountSetup: '/auth/sign-up/account-setup',
  emailVerification: '/email_verification',
  becomeAPartner: '/become-a-partner',
  invalidToken: '/invalid-token',
  /** Where the link at the end of a mail about detections leads. */
  unsubscribe: '/unsubscribe',
  termsOfUse: '/legal/terms-of-use',
  privacy: '/legal/privacy',
  dashboard: '/dashboard',
  workforce: '/dashboard/alerts',
  portals: '/dashboard/alerts-domain',
  accountSettings: '/dashboard/settings/account',
  securitySettings: '/dashboard/settings/security',
  memberSettings: '/dashboard/settings/members',
  emailSettings: '/dashboard/settings/emails',
  apiSettings: '/dashboard/settings/api',
  domainSettings: '/dashboard/settings/domains',
  notificationSettings: '/dashboard/settings/notifications',
  helpSupport: '/dashboard/help-support',
} as const;

export const RETURN_PARAMETER = 'return';

/** Where users go on, after sign-up and log-in, who have not proved their e-mail address (spec §4, Login). */
export const emailValidateFor = (role: 'Individual' | 'Organization'): string =>
  role === 'Organization' ? paths.emailValidateCompany : paths.emailValidateIndividual;

/** The log-in page that leads back to where the user wanted to go. */
export const loginWithReturn = (wanted: string): string =>
  `${paths.login}?${new URLSearchParams({ [RETURN_PARAMETER]: wanted })}`;

/**
 * Where to go after log-in. Only a path inside the application is taken: one leading slash, no second one, no backslash
 * (browsers read it as a slash) and no control character; anything else leads to the dashboard.
 */
export function destinationAfterLogin(wanted: string | null): string {
  const inside = wanted !== null && /^\/(?!\/)[^\\\p{Cc}]*$/u.test(wanted);
  return inside && !wanted.startsWith(paths.login) ? wanted : paths.dashboard;
}

/** Where a log-in leads: to the proof of the e-mail address while there is none, else to where the user wanted to go. */
export const destinationOf = (
  user: { is_email_verified: boolean; role: 'Individual' | 'Organization' },
  wanted: string | null,
): string => (user.is_email_verified ? destinationAfterLogin(wanted) : emailValidateFor(user.role));
