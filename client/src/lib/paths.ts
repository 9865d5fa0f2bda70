/** Paths of the application. Hash routes: `/dashboard` is shown as `/#/dashboard`. */
export const paths = {
  home: '/',
  login: '/auth/login',
  magicLink: '/auth/m',
  invitation: '/auth/invitation',
  /** Setup of the second factor that the organization requires. */
  mfaSetup: '/auth/mfa-setup',
  confirmMonitoredEmail: '/auth/monitored-email',
  resetPassword: '/auth/reset-password',
  resetCheckEmail: '/auth/reset-password/check-email',
  resetConfirm: '/auth/reset-password/confirm',
  resetSuccess: '/auth/reset-password/success',
  resetFailure: '/auth/reset-password/failure',
  /** Redirects to the enabled sign-up. */
  signUp: '/signup',
  signUpIndividual: '/auth/sign-up/individual',
  signUpCompany: '/auth/sign-up/company',
  emailValidateIndividual: '/auth/sign-up/individual/email-validate',
  emailValidateCompany: '/auth/sign-up/company/email-validate',
  domainValidate: '/auth/sign-up/company/domain-validate',
  domainValidated: '/auth/sign-up/company/domain-validated',
  accountSetup: '/auth/sign-up/account-setup',
  emailVerification: '/email_verification',
  passwordCheck: '/password-check',
  addressCheck: '/check/address',
  optOut: '/opt-out',
  optOutConfirm: '/opt-out/confirm',
  becomeAPartner: '/become-a-partner',
  invalidToken: '/invalid-token',
  /** Unsubscribe link of alert emails. */
  unsubscribe: '/unsubscribe',
  termsOfUse: '/legal/terms-of-use',
  privacy: '/legal/privacy',
  dashboard: '/dashboard',
  inbox: '/dashboard/incidents',
  incident: '/dashboard/incidents/:id',
  /** What members did with incidents. */
  incidentOperations: '/dashboard/incidents/history',
  workforce: '/dashboard/alerts',
  portals: '/dashboard/alerts-domain',
  devices: '/dashboard/devices',
  device: '/dashboard/devices/:id',
  leaks: '/dashboard/leaks',
  leak: '/dashboard/leaks/:name',
  people: '/dashboard/people',
  person: '/dashboard/people/:id',
  reports: '/dashboard/reports',
  report: '/dashboard/reports/:month',
  accountSettings: '/dashboard/settings/account',
  securitySettings: '/dashboard/settings/security',
  memberSettings: '/dashboard/settings/members',
  emailSettings: '/dashboard/settings/emails',
  apiSettings: '/dashboard/settings/api',
  domainSettings: '/dashboard/settings/domains',
  notificationSettings: '/dashboard/settings/notifications',
  helpSupport: '/dashboard/help-support',
  /** Pages of operators. */
  console: '/console',
  consoleAuditLog: '/console/audit-log',
  consoleAccounts: '/console/accounts',
  consoleAccount: '/console/accounts/:id',
  consoleLeaks: '/console/leaks',
  consoleLeak: '/console/leaks/:name',
  consoleQuarantine: '/console/quarantine',
  consoleApplications: '/console/applications',
  consoleHealth: '/console/health',
  consoleIngestion: '/console/ingestion',
  consoleUpload: '/console/ingestion/uploads/:id',
  /** A file whose rejected lines are kept. */
  consoleQuarantinedFile: '/console/quarantine/:id',
  consoleOptOuts: '/console/opt-outs',
  consoleSettings: '/console/settings',
  consoleContent: '/console/content',
  consoleContentDocument: '/console/content/:name/:locale',
  consoleSetup: '/console/setup',
} as const;

/** Page of a leak, by its name in the catalogue. */
export const leakPath = (name: string): string => paths.leak.replace(':name', encodeURIComponent(name));

/** Page of the person with an email account or a monitored email of this id. */
export const personPath = (id: string): string => paths.person.replace(':id', encodeURIComponent(id));

/** Page of an incident. */
export const incidentPath = (id: string): string => paths.incident.replace(':id', encodeURIComponent(id));

export const RETURN_PARAMETER = 'return';

/** Page for unverified users after sign-up and login (spec §4, Login). */
export const emailValidateFor = (role: 'Individual' | 'Organization'): string =>
  role === 'Organization' ? paths.emailValidateCompany : paths.emailValidateIndividual;

/** Login with a return path. */
export const loginWithReturn = (wanted: string): string =>
  `${paths.login}?${new URLSearchParams({ [RETURN_PARAMETER]: wanted })}`;

/** Setup of a required second factor with a return path. */
export const mfaSetupWithReturn = (wanted: string): string =>
  `${paths.mfaSetup}?${new URLSearchParams({ [RETURN_PARAMETER]: wanted })}`;

/**
 * Safe return path after login. Accepts only paths of the application: one leading slash, no second one, no backslash (which
 * browsers treat as a slash) and no control characters; anything else becomes the dashboard.
 */
export function destinationAfterLogin(wanted: string | null): string {
  const inside = wanted !== null && /^\/(?!\/)[^\\\p{Cc}]*$/u.test(wanted);
  return inside && !wanted.startsWith(paths.login) ? wanted : paths.dashboard;
}

/** Target after login: email verification if needed, else the return path. */
export const destinationOf = (
  user: { is_email_verified: boolean; role: 'Individual' | 'Organization' },
  wanted: string | null,
): string => (user.is_email_verified ? destinationAfterLogin(wanted) : emailValidateFor(user.role));
