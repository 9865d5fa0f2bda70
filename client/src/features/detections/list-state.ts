import type { AlertFilter } from '@/lib/graphql/schema-types.generated';
import { freeText, oneOf, pageNumber, type UrlSchema } from '@/lib/url-state';

/** Workforce: detections tied to no domain. Portals: those tied to one (specification §2). */
export type Mode = 'workforce' | 'portals';

/** Specification §9. */
export const PAGE_SIZE = 10;

/** A key of the server's `ordering`; a leading `-` turns the order round. */
export type ListOrder = '-datetime' | 'datetime' | '-severity' | 'severity';

export interface ListState {
  page: number;
  search: string;
  state: 'open' | 'closed' | 'all';
  read: 'any' | 'unread' | 'read';
  order: ListOrder;
  /** The id of the detection whose detail is open; empty for none. */
  detection: string;
}

/** How the list stands in the address. */
export const listSchema: UrlSchema<ListState> = {
  page: pageNumber,
  search: freeText,
  state: oneOf('open', 'closed', 'all'),
  read: oneOf('any', 'unread', 'read'),
  order: oneOf('-datetime', 'datetime', '-severity', 'severity'),
  detection: freeText,
};

export const NO_FILTER = { page: 1, search: '', state: 'open', read: 'any' } as const satisfies Partial<ListState>;

/** The order that a press on a column's header asks for. */
export const orderOf = (key: string, reverse: boolean): ListOrder =>
  listSchema.order.read(`${reverse ? '-' : ''}${key}`);

/** Whether the list is narrowed by anything but its state. */
export const isNarrowed = ({ search, read }: ListState): boolean => search.trim() !== '' || read !== 'any';

/** The server's filter for a list: the base filter of the mode, and what the user has chosen. */
export function filterOf(
  mode: Mode,
  { search, state, read }: Pick<ListState, 'search' | 'state' | 'read'>,
): AlertFilter {
  return {
    domainIsNotSet: mode === 'workforce',
    ...(search.trim() !== '' && { search: search.trim() }),
    ...(state !== 'all' && { isClosed: state === 'closed' }),
    ...(read !== 'any' && { isRead: read === 'read' }),
  };
}

/** Whether detections that are raised now could belong to the list. */
export const takesNewOnes = ({ state, read }: ListState): boolean => state !== 'closed' && read !== 'read';
