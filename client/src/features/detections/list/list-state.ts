import type { AlertFilter } from '@/lib/graphql/schema-types.generated';
import {
  freeText,
  oneOf,
  pageNumber,
  readUrlState,
  type UrlSchema,
  type UrlValue,
  writeUrlState,
} from '@/lib/url-state';

/** Workforce: detections tied to no domain. Portals: those tied to one (spec §2). */
export type Mode = 'workforce' | 'portals';

/** Spec §9. */
export const PAGE_SIZE = 10;

/** A key of the server's `ordering`; a leading `-` turns the order round. */
export type ListOrder = '-datetime' | 'datetime' | '-severity' | 'severity';

/** Periods that end now, in days. */
export const PERIODS = { '7d': 7, '30d': 30, '90d': 90, '365d': 365 } as const;
/** The lowest score of each level of severity. */
export const SEVERITIES = { low: 20, medium: 40, high: 60, critical: 80 } as const;
/** Stands for an assignee where there is none. */
export const NOBODY = 'nobody';

export type Period = keyof typeof PERIODS;
export type SeverityFloor = keyof typeof SEVERITIES;

export interface ListState {
  page: number;
  search: string;
  state: 'open' | 'closed' | 'all';
  read: 'any' | 'unread' | 'read';
  /** A leaked username, whole. */
  user: string;
  /** A part of the URL. */
  url: string;
  /** A part of the name of the tied domain. */
  domain: string;
  /** A watched address, whole. */
  email: string;
  /** Whether the watched address is known to exist, or not to. */
  exists: 'any' | 'yes' | 'no';
  severity: 'any' | SeverityFloor;
  /** The id of a member, NOBODY, or empty for any. */
  assignee: string;
  period: 'any' | Period;
  /** The first day, and the day before which it ends (UTC); empty for no bound. */
  after: string;
  before: string;
  order: ListOrder;
  /** The columns that are shown, or empty for all. */
  columns: string;
  /** The id of the saved view that the list began as. */
  view: string;
  /** The id of the detection whose detail is open; empty for none. */
  detection: string;
}

/** A calendar day as in `2026-11-01`. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);

const day: UrlValue<string> = {
  read: (text) => (text !== null && isDay(text) ? text : ''),
  write: (value) => value || null,
};

/** How the list stands in the address. */
export const listSchema: UrlSchema<ListState> = {
  page: pageNumber,
  search: freeText,
  state: oneOf('open', 'closed', 'all'),
  read: oneOf('any', 'unread', 'read'),
  user: freeText,
  url: freeText,
  domain: freeText,
  email: freeText,
  exists: oneOf('any', 'yes', 'no'),
  severity: oneOf('any', 'low', 'medium', 'high', 'critical'),
  assignee: freeText,
  period: oneOf('any', '7d', '30d', '90d', '365d'),
  after: day,
  before: day,
  order: oneOf('-datetime', 'datetime', '-severity', 'severity'),
  columns: freeText,
  view: freeText,
  detection: freeText,
};

/** What chooses the rows: all of it together is the filter. */
export type Filters = Omit<ListState, 'page' | 'order' | 'columns' | 'view' | 'detection'>;

export const NO_FILTER = {
  page: 1,
  search: '',
  state: 'open',
  read: 'any',
  user: '',
  url: '',
  domain: '',
  email: '',
  exists: 'any',
  severity: 'any',
  assignee: '',
  period: 'any',
  after: '',
  before: '',
} as const satisfies Partial<ListState>;

/** The part of the filters that the built-in views set; what narrows a list further stays when they are pressed. */
type Scope = Pick<ListState, 'state' | 'read' | 'period' | 'after' | 'before'>;

const scope = (change: Partial<Scope>): Scope => ({
  state: 'open',
  read: 'any',
  period: 'any',
  after: '',
  before: '',
  ...change,
});

/** The built-in views. */
export const SCOPES = {
  new: scope({ read: 'unread' }),
  open: scope({}),
  closed: scope({ state: 'closed' }),
  week: scope({ state: 'all', period: '7d' }),
  all: scope({ state: 'all' }),
} as const;
export type ScopeName = keyof typeof SCOPES;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a literal
export const SCOPE_NAMES = Object.keys(SCOPES) as ScopeName[];

/** The built-in view that the list shows; undefined where its scope is one of the user's own. */
export const scopeOf = ({ state, read, period, after, before }: ListState): ScopeName | undefined =>
  SCOPE_NAMES.find((name) => {
    const known = SCOPES[name];
    return (
      known.state === state &&
      known.read === read &&
      known.period === period &&
      known.after === after &&
      known.before === before
    );
  });

/** The order that a press on a column's header asks for. */
export const orderOf = (key: string, reverse: boolean): ListOrder =>
  listSchema.order.read(`${reverse ? '-' : ''}${key}`);

/** Whether the list is narrowed by anything but a built-in view. */
export const isNarrowed = (list: ListState): boolean =>
  list.search.trim() !== '' ||
  list.user !== '' ||
  list.url !== '' ||
  list.domain !== '' ||
  list.email !== '' ||
  list.exists !== 'any' ||
  list.severity !== 'any' ||
  list.assignee !== '' ||
  (scopeOf(list) === undefined &&
    (list.read !== 'any' || list.period !== 'any' || `${list.after}${list.before}` !== ''));

const DAY_MILLISECONDS = 86_400_000;

/** The first instant of a period of whole days that ends today (UTC). */
function beginOf(period: Period, now: number): string {
  const today = Math.floor(now / DAY_MILLISECONDS) * DAY_MILLISECONDS;
  return new Date(today - (PERIODS[period] - 1) * DAY_MILLISECONDS).toISOString();
}

/** The server's filter for a list: the base filter of the mode, and what the user has chosen. `now` in milliseconds. */
export function filterOf(mode: Mode, list: Filters, now: number = Date.now()): AlertFilter {
  const { search, state, read, user, url, domain, email, exists, severity, assignee, period, after, before } = list;
  const begin = [period === 'any' ? '' : beginOf(period, now), after && `${after}T00:00:00.000Z`].toSorted().at(-1);
  return {
    domainIsNotSet: mode === 'workforce',
    ...(search.trim() !== '' && { search: search.trim() }),
    ...(state !== 'all' && { isClosed: state === 'closed' }),
    ...(read !== 'any' && { isRead: read === 'read' }),
    ...(user !== '' && { breachRecordUsernames: user }),
    ...(url !== '' && { breachRecordUrl: url }),
    ...(domain !== '' && { domainName: domain }),
    ...(email !== '' && { userEmail: email }),
    ...(exists !== 'any' && { userIsLive: exists === 'yes' }),
    ...(severity !== 'any' && { severityFrom: SEVERITIES[severity] }),
    ...(assignee === NOBODY ? { isAssigned: false } : assignee !== '' && { assigneeId: assignee }),
    ...(begin && { startDatetime: begin }),
    ...(before !== '' && { endDatetime: `${before}T00:00:00.000Z` }),
  };
}

/** Whether detections that are raised now could belong to the list. */
export const takesNewOnes = ({ state, read, before }: ListState): boolean =>
  state !== 'closed' && read !== 'read' && before === '';

/** What a saved view keeps of a list: everything but the page, the open detection and the view itself. */
export function queryOf(list: ListState): string {
  const { page: _page, detection: _detection, view: _view, ...kept } = list;
  const query = writeUrlState(listSchema, new URLSearchParams(), { ...kept, search: kept.search.trim() });
  query.sort();
  return query.toString();
}

/** The state of a list that a saved view keeps, and nothing of what was there before. */
export const listOfView = ({ id, query }: { id: string; query: string }): ListState => ({
  ...readUrlState(listSchema, new URLSearchParams(query)),
  page: 1,
  detection: '',
  view: id,
});
