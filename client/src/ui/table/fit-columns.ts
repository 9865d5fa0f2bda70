import type { DataTableColumn } from './data-table-types';

/** Width of the column of check boxes, in pixels. */
export const SELECT_WIDTH = 44;

/** How far a column may shrink below its width: little to make room for optional columns, more before giving up on a table. */
const SHRINK_FOR_OPTIONAL = 0.85;
const SHRINK_AT_MOST = 0.65;

export interface FittedColumn<Row> {
  column: DataTableColumn<Row>;
  /** In pixels. */
  width: number;
}

/**
 * The columns that a list has room for, with their widths adding up to it; undefined where even the necessary ones are
 * too wide, so that cards serve better. `available` is the width of the list itself in pixels, not of the screen: a
 * sidebar that opens beside it counts.
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
