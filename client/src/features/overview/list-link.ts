import { paths } from '@/lib/paths';
import { addDays, type Range } from './range';

/** Kinds of detections, each with its own list. */
export type Kind = 'workforce' | 'portals';

interface Wanted {
  range?: Range;
  unread?: boolean;
  domain?: string;
}

/** URL of the list behind a number, open and closed. */
export function listLink(kind: Kind, { range, unread = false, domain }: Wanted = {}): string {
  const query = new URLSearchParams({ state: 'all' });
  if (unread) query.set('read', 'unread');
  if (range) {
    query.set('after', range.first);
    query.set('before', addDays(range.last, 1));
  }
  if (domain !== undefined) query.set('domain', domain);
  return `${paths[kind]}?${query}`;
}
