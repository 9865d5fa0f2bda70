import { oneOf, type UrlSchema } from '@/lib/url-state';

export const PAGE_SIZE = 25;

export interface InboxState {
  tab: 'new' | 'mine' | 'waiting' | 'closed';
  order: 'severity' | 'recent';
}

/** URL parameters of the inbox. */
export const inboxSchema: UrlSchema<InboxState> = {
  tab: oneOf('new', 'mine', 'waiting', 'closed'),
  order: oneOf('severity', 'recent'),
};

/** Names of the schema. */
export const TAB = { new: 'NEW', mine: 'MINE', waiting: 'WAITING', closed: 'CLOSED' } as const;
export const ORDER = { severity: 'SEVERITY', recent: 'RECENT' } as const;
