import type { AlertFilter } from '@/lib/graphql/schema-types.generated';
import type { RowSelection } from '@/ui/table/use-row-selection';
import type { ListState } from '../list/list-state';
import type { Applied, PlainAction, UpdateTarget } from './use-update-detections';

/** Actions that make sense for each list state. */
export const ACTIONS: Record<ListState['state'], readonly PlainAction[]> = {
  open: ['READ', 'UNREAD', 'CLOSE'],
  closed: ['READ', 'UNREAD', 'REOPEN'],
  all: ['READ', 'UNREAD', 'REOPEN', 'CLOSE'],
};

/** Selected ids, or the filter if all matching rows are selected. */
export const targetOf = ({ ids, allMatching }: RowSelection, filter: AlertFilter): UpdateTarget =>
  allMatching ? { filter } : { ids: [...ids] };

/** Keeps only the rows that failed selected. */
export function keepFailed(selection: RowSelection, applied: Applied): void {
  if (!applied.applied) return;
  if (applied.failed.length > 0) selection.keep(applied.failed);
  else selection.clear();
}
