import { paths } from '@/lib/paths';

const KNOWN = new Set<string>(Object.values(paths));
const NOT_FOUND = '/not-found';

/**
 * Reportable page of a URL. Only known routes are named: queries can contain tokens, user ids, searches and addresses, and
 * unknown paths can contain anything.
 */
export function reportablePath(hash: string): string {
  const path = hash.replace(/^#/, '').replace(/[?#].*$/, '') || paths.home;
  return KNOWN.has(path) ? path : NOT_FOUND;
}

// Tokens are long runs of both letters and digits; long words have no digits.
const TOKEN = /(?=[\w.-]*\d)(?=[\w.-]*[A-Za-z])[\w.-]{16,}/g;
const EMAIL = /[^\s@]+@[^\s@]+/g;

/** Text without email addresses and tokens, such as a page title. */
export const reportableText = (text: string): string => text.replace(EMAIL, '…').replace(TOKEN, '…');
