import type { DataTableColumn } from './data-table-types';

/** Width of the checkbox column in pixels. */
export const SELECT_WIDTH = 44;

/** Minimum share of the preferred width, before optional columns are hidden or the list becomes cards. */
const SHRINK_AT_MOST = 0.58;

/** In pixels: cell padding, sort arrow, and a character of the header, which is twice as wide in Chinese and Japanese. */
const PADDING = 32;
const SORT_ARROW = 16;
const CHARACTER = 7;

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
    columns,
    columns.filter((column) => column.optional !== 'first'),
    columns.filter((column) => column.optional === undefined),
  ];
  const chosen = choices.find((choice) => sum(choice.map(narrowest)) <= room);
  if (!chosen) return undefined;
  return shareOut(chosen, room, sum(chosen.map(withHeader)) <= room ? withHeader : narrowest);
}

type LeastWidth = <Row>(column: DataTableColumn<Row>) => number;

const narrowest: LeastWidth = ({ width, exact }) => (exact ? width : width * SHRINK_AT_MOST);

/** Width that shows the whole header, if the preferred width does. */
const withHeader: LeastWidth = (column) => {
  const characters = sum(Array.from(column.header, (character) => (character > '\u2E80' ? 2 : 1)));
  const header = PADDING + characters * CHARACTER + (column.sortKey === undefined ? 0 : SORT_ARROW);
  return Math.max(narrowest(column), column.headerHidden ? 0 : Math.min(header, column.width));
};

/** Divides the room in proportion to the preferred widths; columns that would get less than their least get that. */
function shareOut<Row>(columns: readonly DataTableColumn<Row>[], room: number, least: LeastWidth): FittedColumn<Row>[] {
  const settled = new Map(columns.filter(({ exact }) => exact).map((column) => [column, column.width]));
  for (;;) {
    const elastic = columns.filter((column) => !settled.has(column));
    const scale = (room - sum([...settled.values()])) / sum(elastic.map(({ width }) => width));
    const widthOf = (column: DataTableColumn<Row>) =>
      settled.get(column) ?? column.width * (Number.isFinite(scale) ? scale : 1);
    const narrow = elastic.filter((column) => widthOf(column) < least(column));
    if (narrow.length === 0) return columns.map((column) => ({ column, width: widthOf(column) }));
    for (const column of narrow) settled.set(column, least(column));
  }
}

const sum = (widths: readonly number[]): number => widths.reduce((total, width) => total + width, 0);
