import { EVIDENCE_TYPES, isDay, type ListState, NOBODY, PERIODS, SEVERITIES } from './list-state';

/** Account member to whom detections can be assigned. */
export interface Assignee {
  id: string;
  name: string;
  email: string;
  isMe: boolean;
}

export interface ParsedSearch {
  /** Filters from tokens; the remaining words are in `search`. */
  change: Partial<ListState>;
  /** Tokens with an unknown name or an invalid value. */
  unknown: string[];
}

/** Names of the filters that can be typed. */
export const FILTER_NAMES = [
  'user',
  'url',
  'domain',
  'email',
  'person',
  'leak',
  'device',
  'malware',
  'site',
  'country',
  'type',
  'is',
  'severity',
  'assignee',
  'after',
  'before',
  'last',
] as const;
export type FilterName = (typeof FILTER_NAMES)[number];

// Addresses such as https://a and ports such as a:8080 are words.
const TOKEN = new RegExp(`(?<=^|\\s)(?:(${FILTER_NAMES.join('|')})|[a-z]{2,}(?!://|:\\d)):("[^"]*"|\\S*)`, 'gi');

/** Whether a text contains tokens such as `user:jane`. */
export const hasTokens = (text: string): boolean => text.search(TOKEN) !== -1;

/** Values of `is:`. */
export const STATES = {
  open: { state: 'open' },
  closed: { state: 'closed' },
  any: { state: 'all' },
  read: { read: 'read' },
  unread: { read: 'unread' },
  new: { state: 'open', read: 'unread' },
} as const satisfies Record<string, Partial<ListState>>;

const isKeyOf = <T extends object>(word: string, words: T): word is keyof T & string => Object.hasOwn(words, word);

/** Filter for one token; null if the value is invalid. */
export function readFilter(name: FilterName, value: string, members: readonly Assignee[]): Partial<ListState> | null {
  const word = value.toLowerCase();
  if (value === '') return null;
  switch (name) {
    case 'user':
    case 'url':
    case 'domain':
    case 'email':
    case 'leak':
    case 'device':
    case 'malware':
    case 'site':
      return { [name]: value };
    case 'country':
      return /^[a-z]{2}$/.test(word) ? { country: word.toUpperCase() } : null;
    case 'type': {
      const type = EVIDENCE_TYPES.find((each) => each === word);
      return type ? { type } : null;
    }
    case 'person':
      return { email: value };
    case 'is':
      return isKeyOf(word, STATES) ? STATES[word] : null;
    case 'severity':
      return isKeyOf(word, SEVERITIES) ? { severity: word } : null;
    case 'assignee':
      return assigneeOf(word, members);
    case 'after':
    case 'before':
      return isDay(value) ? { [name]: value, ...(name === 'after' && { period: 'any' }) } : null;
    case 'last':
      return isKeyOf(word, PERIODS) ? { period: word, after: '' } : null;
  }
}

/** Matches `me`, `nobody`, or the start of exactly one member's name or address. */
function assigneeOf(word: string, members: readonly Assignee[]): Partial<ListState> | null {
  if (word === NOBODY) return { assignee: NOBODY };
  const found = members.filter(
    ({ name, email, isMe }) =>
      (word === 'me' && isMe) || name.toLowerCase().startsWith(word) || email.toLowerCase().startsWith(word),
  );
  const only = found.find(({ isMe }) => word === 'me' && isMe) ?? (found.length === 1 ? found[0] : undefined);
  return only ? { assignee: only.id } : null;
}

/** Parses `user:jane url:github is:closed after:2026-11-01 "two words"`. The last token of a name wins. */
export function parseSearch(text: string, members: readonly Assignee[]): ParsedSearch {
  const change: Partial<ListState> = {};
  const unknown: string[] = [];
  const rest = text.replace(TOKEN, (token: string, name: string | undefined, value: string) => {
    const known = FILTER_NAMES.find((each) => each === name?.toLowerCase());
    const asked = known && readFilter(known, value.replace(/^"([^"]*)"$/, '$1'), members);
    if (asked) Object.assign(change, asked);
    else unknown.push(token);
    return asked ? '' : token;
  });
  return { change: { ...change, search: rest.replaceAll(/\s+/g, ' ').trim() }, unknown };
}
