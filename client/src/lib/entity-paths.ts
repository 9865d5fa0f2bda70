import { paths } from './paths';

/** Page of an infected device, by the id of its incident. */
export const devicePath = (id: string): string => paths.device.replace(':id', encodeURIComponent(id));

/** List of the detections of a site or app, open and closed. */
export const sitePath = (name: string, list: 'workforce' | 'portals' = 'workforce'): string =>
  `${paths[list]}?${new URLSearchParams({ state: 'all', site: name })}`;

/** Report of a month, such as `2026-11`. */
export const reportPath = (month: string): string => paths.report.replace(':month', encodeURIComponent(month));

/** Page of an account in the operator console. */
export const consoleAccountPath = (id: string): string => paths.consoleAccount.replace(':id', encodeURIComponent(id));

/** Page of a complete upload in the operator console: its preview and ingestion. */
export const consoleUploadPath = (id: string): string => paths.consoleUpload.replace(':id', encodeURIComponent(id));

/** Page of a file in the quarantine. */
export const consoleQuarantinedFilePath = (id: string): string =>
  paths.consoleQuarantinedFile.replace(':id', encodeURIComponent(id));

/** Page of a leak in the operator console, by its name in the catalogue. */
export const consoleLeakPath = (name: string): string => paths.consoleLeak.replace(':name', encodeURIComponent(name));

/** Editor of a document in the operator console. */
export const consoleContentPath = (name: string, locale: string): string =>
  paths.consoleContentDocument
    .replace(':name', encodeURIComponent(name))
    .replace(':locale', encodeURIComponent(locale));
