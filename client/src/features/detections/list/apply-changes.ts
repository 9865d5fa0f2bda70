import type { AlertFilter } from '@/lib/graphql/schema-types.generated';
import type { DetectionRowFragment } from '../detections.generated';
import type { ListOrder } from './list-state';

/** The page of a list as it is shown. */
export interface ShownPage {
  results: readonly DetectionRowFragment[];
  total: number;
  totalIsExact: boolean;
}

/** What makes a page the one that is shown. */
export interface PageQuery {
  filter: AlertFilter;
  page: number;
  /** Rows on a page. */
  size: number;
  order: ListOrder;
  /** New detections have been announced that the page does not show yet. */
  hasNew: boolean;
}

/** What only the server knows after a change: nothing, how many rows there are in all, or which ones are on the page. */
export type Unknown = 'nothing' | 'total' | 'page';

/** The conditions that triage changes. */
const STATES = ['isRead', 'isClosed', 'isAssigned', 'assigneeId'] as const;

/** The conditions that can be judged here exactly as the server does. */
const JUDGED: ReadonlySet<string> = new Set<keyof AlertFilter>([
  ...STATES,
  'domainIsNotSet',
  'severityFrom',
  'startDatetime',
  'endDatetime',
]);

const holds = <T>(wanted: T | null | undefined, actual: T | undefined): boolean =>
  wanted === undefined || wanted === null || wanted === actual;

/** Whether a detection meets the conditions that triage changes. */
const meetsState = (filter: AlertFilter, { isRead, isClosed, assignee }: DetectionRowFragment): boolean =>
  holds(filter.isRead, isRead) &&
  holds(filter.isClosed, isClosed) &&
  holds(filter.isAssigned, assignee !== null) &&
  holds(filter.assigneeId, assignee?.id);

/** Whether a detection meets the other conditions; undefined where only the server knows. */
function meetsRest(filter: AlertFilter, { domain, severity, datetime }: DetectionRowFragment): boolean | undefined {
  const { startDatetime, endDatetime, severityFrom } = filter;
  const raised = Date.parse(datetime);
  if (!holds(filter.domainIsNotSet, domain === null)) return false;
  if (typeof severityFrom === 'number' && severity.score < severityFrom) return false;
  if (typeof startDatetime === 'string' && raised < Date.parse(startDatetime)) return false;
  if (typeof endDatetime === 'string' && raised >= Date.parse(endDatetime)) return false;
  return Object.keys(filter).every((name) => JUDGED.has(name)) ? true : undefined;
}

/** How the server orders rows; equal ones by their ids. */
function compare(order: ListOrder, one: DetectionRowFragment, other: DetectionRowFragment): number {
  const by = order.endsWith('severity')
    ? one.severity.score - other.severity.score
    : Date.parse(one.datetime) - Date.parse(other.datetime);
  const ascending = by || (one.id < other.id ? -1 : 1);
  return order.startsWith('-') ? -ascending : ascending;
}

/**
 * The page after changes by others, without asking the server: rows that no longer meet the filter leave, rows that do so
 * again come back to their place, and the total follows. `unknown` says what is left to ask for.
 */
export function applyChanges<T extends ShownPage>(
  shown: T,
  changed: readonly DetectionRowFragment[],
  { filter, page, size, order, hasNew }: PageQuery,
): { page: T; unknown: Unknown } {
  const states = new Map(changed.map((row) => [row.id, row]));
  const results = shown.results.filter(({ id }) => {
    const row = states.get(id);
    return row === undefined || meetsState(filter, row);
  });
  const isWhole = shown.totalIsExact && shown.total === shown.results.length;
  const endsHere = shown.totalIsExact && (page - 1) * size + shown.results.length >= shown.total;
  let total = shown.total - (shown.results.length - results.length);
  let unknown: Unknown = 'nothing';

  const newest = Math.max(...shown.results.map(({ datetime }) => Date.parse(datetime)));
  const canMove = STATES.some((name) => filter[name] !== undefined && filter[name] !== null);
  for (const row of canMove ? changed : []) {
    if (shown.results.some(({ id }) => id === row.id)) continue;
    const rest = meetsRest(filter, row);
    // One that has not been shown yet is left to the announcement of new ones.
    if (rest === false || (hasNew && Date.parse(row.datetime) > newest)) continue;
    if (!meetsState(filter, row)) {
      // It may have left from another page.
      if (!isWhole && unknown === 'nothing') unknown = 'total';
      continue;
    }
    if (rest === undefined) {
      unknown = 'page';
      continue;
    }
    const after = results.findIndex((other) => compare(order, row, other) < 0);
    const index = after === -1 ? results.length : after;
    const isBefore = index === 0 && page > 1;
    const isBehind = index === results.length && !endsHere;
    if (isBefore || isBehind) {
      if (unknown === 'nothing') unknown = 'total';
    } else {
      results.splice(index, 0, row);
      total += 1;
    }
  }
  // Nothing is left here, although there are more.
  if (results.length === 0 && total > (page - 1) * size) unknown = 'page';
  const next = { ...shown, results: results.slice(0, size) };
  return shown.totalIsExact
    ? { page: { ...next, total }, unknown }
    : { page: next, unknown: unknown === 'total' ? 'nothing' : unknown };
}
