import type { IncidentFilter } from '@/lib/graphql/schema-types.generated';
import { freeText, oneOf, pageNumber, type UrlSchema } from '@/lib/url-state';

/** Groups on a page. */
export const GROUPS_PER_PAGE = 10;

export interface InboxState {
  tab: 'new' | 'mine' | 'waiting' | 'closed';
  order: 'severity' | 'recent';
  group: 'none' | 'device' | 'leak' | 'person';
  /** Key of the only group that is shown; empty for all. */
  only: string;
  /** Page of incidents, or of groups. */
  page: number;
}

/** URL parameters of the inbox. */
export const inboxSchema: UrlSchema<InboxState> = {
  tab: oneOf('new', 'mine', 'waiting', 'closed'),
  order: oneOf('severity', 'recent'),
  group: oneOf('none', 'device', 'leak', 'person'),
  only: freeText,
  page: pageNumber,
};

/** Names of the schema. */
export const TAB = { new: 'NEW', mine: 'MINE', waiting: 'WAITING', closed: 'CLOSED' } as const;
export const ORDER = { severity: 'SEVERITY', recent: 'RECENT' } as const;
export const GROUPING = { device: 'DEVICE', leak: 'LEAK', person: 'PERSON' } as const;

/** Whether the page has groups instead of incidents. */
export const hasGroups = ({ group, only }: Pick<InboxState, 'group' | 'only'>): boolean =>
  group !== 'none' && only === '';

/** What the server lists. */
export const filterOf = ({ tab, only }: Pick<InboxState, 'tab' | 'only'>): IncidentFilter => ({
  tab: TAB[tab],
  ...(only !== '' && { group: only }),
});
