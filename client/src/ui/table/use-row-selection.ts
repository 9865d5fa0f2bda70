import { useMemo, useReducer } from 'react';
import { visibleSelection, EMPTY_SELECTION, select, type Selection } from './selection';

export interface RowSelection extends Selection {
  toggle: (id: string, range: boolean) => void;
  /** Chooses the whole page, or nothing where the whole page was chosen. */
  togglePage: () => void;
  selectAllMatching: () => void;
  /** Chooses exactly these: the rows that an action failed on, say. */
  keep: (ids: readonly string[]) => void;
  clear: () => void;
}

/** The chosen rows of a list whose rows in sight have these ids, from top to bottom. */
export function useRowSelection(order: readonly string[]): RowSelection {
  const [stored, dispatch] = useReducer(select, EMPTY_SELECTION);
  return useMemo(
    () => ({
      ...visibleSelection(stored, order),
      toggle: (id, range) => dispatch({ type: 'toggle', id, range, order }),
      togglePage: () => dispatch({ type: 'page', order }),
      selectAllMatching: () => dispatch({ type: 'all-matching', order }),
      keep: (ids) => dispatch({ type: 'keep', ids }),
      clear: () => dispatch({ type: 'clear' }),
    }),
    [stored, order],
  );
}
