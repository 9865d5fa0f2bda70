import type { AlertFilter } from '@/lib/graphql/schema-types.generated';
import {
  freeText,
  oneOf,
  pageNumber,
  readUrlState,
  type UrlSchema,
  type UrlValue,
  writeUrlState,
  keysOf,
} from '@/lib/url-state';

/** Workforce: detections tied to no domain. Portals: those tied to one (spec §2). */
export type Mode = 'workforce' | 'portals';

/** Key of the server's `ordering`; a leading `-` means descending. */
export type ListOrder = '-datetime' | 'datetime' | '-severity' | 'severity';

/** Days of each relative period. */
export const PERIODS = { '7d': 7, '30d': 30, '90d': 90, '365d': 365 } as const;
/** Minimum score of each severity level. */
export const SEVERITIES = { low: 20, medium: 40, high: 60, critical: 80 } as const;
/** Filter value for unassigned detections. */
export const NOBODY = 'nobody';

/** What leaked, as the server's filter has it. */
export const EVIDENCE_TYPES = ['malware', 'password', 'hash', 'address'] as const;

export type EvidenceType = (typeof EVIDENCE_TYPES)[number];
export type Period = keyof typeof PERIODS;
export type SeverityFloor = keyof typeof SEVERITIES;

export interface ListState {
  page: number;
  search: string;
  state: 'open' | 'closed' | 'all';
  read: 'any' | 'unread' | 'read';
  /** Complete leaked username. */
  user: string;
  /** Part of the URL. */
  url: string;
  /** Part of the domain name. */
  domain: string;
  /** Complete monitored address. */
  email: string;
  /** Name of the leak in the catalogue. */
  leak: string;
  /** Computer name of an infected device. */
  device: string;
  /** Family of malware. */
  malware: string;
  /** Complete host, or package name of an app. */
  site: string;
  /** ISO 3166 alpha-2 code of the infected device's country. */
  country: string;
  /** What leaked. */
  type: 'any' | EvidenceType;
  /** Address of a person, aliases included. */
  person: string;
  /** Whether the monitored address is an active account. */
  exists: 'any' | 'yes' | 'no';
  severity: 'any' | SeverityFloor;
  /** Member id, NOBODY, or empty for anyone. */
  assignee: string;
  period: 'any' | Period;
  /** First day and exclusive end day (UTC); empty for no bound. */
  after: string;
  before: string;
  order: ListOrder;
  /** Visible columns; empty for the usual ones. */
  columns: string;
  /** Id of the saved view that the list started from. */
  view: string;
  /** Id of the open detection; empty for none. */
  detection: string;
}

/** Whether the text is a calendar day such as `2026-11-01`. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);

const day: UrlValue<string> = {
  read: (text) => (text !== null && isDay(text) ? text : ''),
  write: (value) => value || null,
};

/** URL parameters of the list. */
export const listSchema: UrlSchema<ListState> = {
  page: pageNumber,
  search: freeText,
  state: oneOf('open', 'closed', 'all'),
  read: oneOf('any', 'unread', 'read'),
  user: freeText,
  url: freeText,
  domain: freeText,
  email: freeText,
  leak: freeText,
  device: freeText,
  malware: freeText,
  site: freeText,
  country: freeText,
  type: oneOf('any', ...EVIDENCE_TYPES),
  person: freeText,
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

/** State that selects rows. */
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
  leak: '',
  device: '',
  malware: '',
  site: '',
  country: '',
  type: 'any',
  person: '',
  exists: 'any',
  severity: 'any',
  assignee: '',
  period: 'any',
  after: '',
  before: '',
} as const satisfies Partial<ListState>;

/** Filters set by the built-in views. Choosing a view keeps all other filters. */
type Scope = Pick<ListState, 'state' | 'read' | 'period' | 'after' | 'before'>;

const scope = (change: Partial<Scope>): Scope => ({
  state: 'open',
  read: 'any',
  period: 'any',
  after: '',
  before: '',
  ...change,
});

/** Built-in views and the filters they set. */
export const SCOPES = {
  new: scope({ read: 'unread' }),
  open: scope({}),
  closed: scope({ state: 'closed' }),
  week: scope({ state: 'all', period: '7d' }),
  all: scope({ state: 'all' }),
} as const;
export type ScopeName = keyof typeof SCOPES;
export const SCOPE_NAMES = keysOf(SCOPES);

/** Built-in view that matches the list; undefined for a custom combination. */
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

/** Ordering after a click on a column header. */
export const orderOf = (key: string, reverse: boolean): ListOrder =>
  listSchema.order.read(`${reverse ? '-' : ''}${key}`);

/** Whether any filter beyond a built-in view is active. */
export const isNarrowed = (list: ListState): boolean =>
  list.search.trim() !== '' ||
  list.user !== '' ||
  list.url !== '' ||
  list.domain !== '' ||
  list.email !== '' ||
  list.leak !== '' ||
  list.device !== '' ||
  list.malware !== '' ||
  list.site !== '' ||
  list.country !== '' ||
  list.type !== 'any' ||
  list.person !== '' ||
  list.exists !== 'any' ||
  list.severity !== 'any' ||
  list.assignee !== '' ||
  (scopeOf(list) === undefined &&
    (list.read !== 'any' || list.period !== 'any' || `${list.after}${list.before}` !== ''));

const DAY_MILLISECONDS = 86_400_000;

/** Start of a period of whole days that ends today (UTC). */
function beginOf(period: Period, now: number): string {
  const today = Math.floor(now / DAY_MILLISECONDS) * DAY_MILLISECONDS;
  return new Date(today - (PERIODS[period] - 1) * DAY_MILLISECONDS).toISOString();
}

/** Server filter: base filter of the mode plus the user's filters. `now` in milliseconds. */
export function filterOf(mode: Mode, list: Filters, now: number = Date.now()): AlertFilter {
  const { search, state, read, user, url, domain, email, leak, exists, severity, assignee, period, after, before } =
    list;
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
    ...(leak !== '' && { leakName: leak }),
    ...(list.device !== '' && { device: list.device }),
    ...(list.malware !== '' && { malware: list.malware }),
    ...(list.site !== '' && { site: list.site }),
    ...(list.country !== '' && { country: list.country }),
    ...(list.type !== 'any' && { type: list.type }),
    ...(list.person !== '' && { personEmail: list.person }),
    ...(exists !== 'any' && { userIsLive: exists === 'yes' }),
    ...(severity !== 'any' && { severityFrom: SEVERITIES[severity] }),
    ...(assignee === NOBODY ? { isAssigned: false } : assignee !== '' && { assigneeId: assignee }),
    ...(begin && { startDatetime: begin }),
    ...(before !== '' && { endDatetime: `${before}T00:00:00.000Z` }),
  };
}

/** Whether new detections can appear in the list. */
export const takesNewOnes = ({ state, read, before }: ListState): boolean =>
  state !== 'closed' && read !== 'read' && before === '';

/** State stored by a saved view: everything except the page, the open detection and the view id. */
export function queryOf(list: ListState): string {
  const { page: _page, detection: _detection, view: _view, ...kept } = list;
  const query = writeUrlState(listSchema, new URLSearchParams(), { ...kept, search: kept.search.trim() });
  query.sort();
  return query.toString();
}

/** List state of a saved view, without anything of the current state. */
export const listOfView = ({ id, query }: { id: string; query: string }): ListState => ({
  ...readUrlState(listSchema, new URLSearchParams(query)),
  page: 1,
  detection: '',
  view: id,
});
