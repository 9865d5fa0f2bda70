import { paths } from './paths';

/** Page of an infected device, by the id of its incident. */
export const devicePath = (id: string): string => paths.device.replace(':id', encodeURIComponent(id));

/** List of the detections of a site or app, open and closed. */
export const sitePath = (name: string, list: 'workforce' | 'portals' = 'workforce'): string =>
  `${paths[list]}?${new URLSearchParams({ state: 'all', site: name })}`;

/** Report of a month, such as `2026-11`. */
export const reportPath = (month: string): string => paths.report.replace(':month', encodeURIComponent(month));
