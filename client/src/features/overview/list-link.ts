import { paths } from '@/lib/paths';
import { addDays, type Range } from './range';

/** The two kinds of detections, each with a list of its own. */
export type Kind = 'workforce' | 'portals';

interface Wanted {
  range?: Range;
  unread?: boolean;
  domain?: string;
}

/** Where the rows behind a number are: those of the numbers, open and closed. */
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
