import { useMemo, useReducer } from 'react';
import { visibleSelection, EMPTY_SELECTION, select, type Selection } from './selection';

export interface RowSelection extends Selection {
  toggle: (id: string, range: boolean) => void;
  /** Toggles the whole page. */
  togglePage: () => void;
  selectAllMatching: () => void;
  /** Selects exactly these rows, such as those that failed. */
  keep: (ids: readonly string[]) => void;
  clear: () => void;
}

/** Row selection of a list; `order` are the ids of the visible rows from top to bottom. */
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
