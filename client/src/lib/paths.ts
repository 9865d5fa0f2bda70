/** Every address of the application, in one place. Hash routes: `/dashboard` is shown as `/#/dashboard`. */
export const paths = {
  home: '/',
  login: '/auth/login',
  dashboard: '/dashboard',
  workforce: '/dashboard/alerts',
  portals: '/dashboard/alerts-domain',
} as const;

export const RETURN_PARAMETER = 'return';

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
