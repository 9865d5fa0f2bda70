/** Selection state of a list. */
export interface Selection {
  ids: ReadonlySet<string>;
  /** Start of a Shift range. */
  anchor: string | undefined;
  /** All matching rows, visible or not; requests then send the filter instead of ids. */
  allMatching: boolean;
}

export type SelectionAction =
  | { type: 'toggle'; id: string; range: boolean; order: readonly string[] }
  | { type: 'page'; order: readonly string[] }
  | { type: 'all-matching'; order: readonly string[] }
  | { type: 'keep'; ids: readonly string[] }
  | { type: 'clear' };

export const EMPTY_SELECTION: Selection = { ids: new Set(), anchor: undefined, allMatching: false };

/** Applies a selection action; `order` are the ids of the visible rows from top to bottom. */
export function select(selection: Selection, action: SelectionAction): Selection {
  switch (action.type) {
    case 'toggle': {
      const chosen = !selection.ids.has(action.id);
      const ids = new Set(selection.ids);
      for (const id of action.range ? between(action.order, selection.anchor, action.id) : [action.id]) {
        if (chosen) ids.add(id);
        else ids.delete(id);
      }
      return { ids, anchor: action.id, allMatching: false };
    }
    case 'page': {
      const full = action.order.every((id) => selection.ids.has(id));
      return full ? EMPTY_SELECTION : { ids: new Set(action.order), anchor: undefined, allMatching: false };
    }
    case 'all-matching':
      return { ids: new Set(action.order), anchor: undefined, allMatching: true };
    case 'keep':
      return { ids: new Set(action.ids), anchor: undefined, allMatching: false };
    case 'clear':
      return EMPTY_SELECTION;
  }
}

/** Selection without rows that left the page. */
export function visibleSelection(selection: Selection, order: readonly string[]): Selection {
  if (selection.allMatching) return { ...selection, ids: new Set(order) };
  const ids = new Set(order.filter((id) => selection.ids.has(id)));
  return ids.size === selection.ids.size ? selection : { ...selection, ids };
}

function between(order: readonly string[], anchor: string | undefined, id: string): readonly string[] {
  const [from, to] = [anchor === undefined ? -1 : order.indexOf(anchor), order.indexOf(id)];
  if (from === -1 || to === -1) return [id];
  return order.slice(Math.min(from, to), Math.max(from, to) + 1);
}
