import type { IncidentFilter } from '@/lib/graphql/schema-types.generated';
import type { RowSelection } from '@/ui/table/use-row-selection';
import type { IncidentRow } from '../use-inbox';
import type { ClosingCount } from './close-dialog';
import type { UpdateTarget } from './use-incident-updates';

/** Detections from which a change of their state is confirmed first. */
export const MANY = 100;

/** Incidents to change, and how much that is. */
export interface Choice extends ClosingCount {
  target: UpdateTarget;
  /** All of their detections, closed ones included. */
  allDetections: number;
  /** Whether all of them are closed. */
  areClosed: boolean;
}

/** The choice of some rows. */
export function choiceOf(rows: readonly IncidentRow[]): Choice {
  const [only] = rows;
  return {
    target: { ids: rows.map(({ id }) => id) },
    ...(only && rows.length === 1 && { title: only.title }),
    incidents: rows.length,
    detections: rows.reduce((sum, { openDetections }) => sum + openDetections, 0),
    allDetections: rows.reduce((sum, { detections }) => sum + detections, 0),
    areClosed: rows.every(({ state }) => state === 'CLOSED'),
  };
}

interface Totals {
  incidents: number;
  detections: number;
  openDetections: number;
}

/** The choice of everything that a filter selects. */
export const choiceOfAll = (filter: IncidentFilter, totals: Totals, areClosed: boolean): Choice => ({
  target: { filter },
  incidents: totals.incidents,
  detections: totals.openDetections,
  allDetections: totals.detections,
  areClosed,
});

/** The rows that are selected. */
export const selectedRows = (rows: readonly IncidentRow[], selection: RowSelection): readonly IncidentRow[] =>
  rows.filter(({ id }) => selection.ids.has(id));
