import { paths } from '@/lib/paths';

const KNOWN = new Set<string>(Object.values(paths));
const NOT_FOUND = '/not-found';

/**
 * The page of an address as it may be reported. Only routes of the application are named: a query holds tokens, user ids,
 * search texts and addresses, and a path that is none of ours holds whatever somebody typed.
 */
export function reportablePath(hash: string): string {
  const path = hash.replace(/^#/, '').replace(/[?#].*$/, '') || paths.home;
  return KNOWN.has(path) ? path : NOT_FOUND;
}

// A token is a long run of letters and digits that has both; long words have no digits.
const TOKEN = /(?=[\w.-]*\d)(?=[\w.-]*[A-Za-z])[\w.-]{16,}/g;
const EMAIL = /[^\s@]+@[^\s@]+/g;

/** A text as it may be reported, such as the title of a page: without e-mail addresses and tokens. */
export const reportableText = (text: string): string => text.replace(EMAIL, '…').replace(TOKEN, '…');
