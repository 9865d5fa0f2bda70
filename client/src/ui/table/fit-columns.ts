import type { DataTableColumn } from './data-table-types';

/** Width of the checkbox column in pixels. */
export const SELECT_WIDTH = 44;

/** Minimum share of the preferred width: higher when fitting optional columns, lower before switching to cards. */
const SHRINK_FOR_OPTIONAL = 0.85;
const SHRINK_AT_MOST = 0.65;

export interface FittedColumn<Row> {
  column: DataTableColumn<Row>;
  /** In pixels. */
  width: number;
}

/**
 * Columns that fit, with widths that add up to `available`; undefined if even the required ones do not fit and cards are
 * better. `available` is the width of the list in pixels, not of the screen.
 */
export function fitColumns<Row>(
  columns: readonly DataTableColumn<Row>[],
  available: number,
  selectable: boolean,
): FittedColumn<Row>[] | undefined {
  const room = available - (selectable ? SELECT_WIDTH : 0);
  const choices = [
    { chosen: columns, shrink: SHRINK_FOR_OPTIONAL },
    { chosen: columns.filter((column) => column.optional !== 'first'), shrink: SHRINK_FOR_OPTIONAL },
    { chosen: columns.filter((column) => column.optional === undefined), shrink: SHRINK_AT_MOST },
  ];
  for (const { chosen, shrink } of choices) {
    const exact = sum(chosen.filter((column) => column.exact));
    const elastic = sum(chosen.filter((column) => !column.exact));
    if (exact + elastic * shrink <= room) {
      const scale = Number.isFinite(room) ? (room - exact) / elastic : 1;
      return chosen.map((column) => ({ column, width: column.exact ? column.width : column.width * scale }));
    }
  }
  return undefined;
}

function sum<Row>(columns: readonly DataTableColumn<Row>[]): number {
  return columns.reduce((total, column) => total + column.width, 0);
}
