import type { ReactNode } from 'react';
import type { RowSelection } from './use-row-selection';

/** Where the widths of columns are kept beyond the table. */
export interface StoredWidths {
  /** In pixels, by column; of some columns or of none. */
  widths: Readonly<Record<string, number>>;
  onWidthsChange: (widths: StoredWidths['widths']) => void;
}

export interface DataTableColumn<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Width in pixels that suits the column, its padding of 32 included. The columns stretch, or shrink a little, to fill the list. */
  width: number;
  /** Keeps exactly its width: times and marks, which are no use when cut. */
  exact?: boolean;
  align?: 'start' | 'end';
  /** Set where the list can be ordered by this column. */
  sortKey?: string;
  /** Left out, `first` or `next`, where the list has no room for every column; cards show it nevertheless. */
  optional?: 'first' | 'next';
  /** The header is only read out: the column speaks for itself. */
  headerHidden?: boolean;
  /** The cell fills its place to the edges, and keeps its own distance from them. */
  bleed?: boolean;
  /** On a card: beside the title, or not at all. Otherwise a line of its own under its header. */
  card?: 'aside' | 'hidden';
}

export interface SortOrder {
  key: string;
  reverse: boolean;
}

export interface SortLabels {
  by: string;
  ascending: string;
  descending: string;
}

export interface DataTableProps<Row> {
  /** Names the table. */
  label: string;
  /** The first column names the row: its cell becomes the button that opens the row. */
  columns: readonly DataTableColumn<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** `loading` shows the shapes of rows, `refreshing` keeps the old ones under a running line. */
  state?: 'ready' | 'loading' | 'refreshing';
  loadingLabel: string;
  /** How many rows the shapes stand for; give the page size. */
  skeletonRows?: number;
  /** Takes the place of the rows where there are none. */
  empty?: ReactNode;
  /** Rows that wait for a look stand out. */
  isUnread?: (row: Row) => boolean;
  /** Says in words, before the name of such a row, what the dot and the weight say to the eye. */
  unreadLabel?: string;
  onOpen?: (row: Row) => void;
  /** The row whose detail is open. */
  openId?: string | undefined;
  selection?: RowSelection;
  /** Names of the check boxes; needed with `selection`. */
  selectRowLabel?: (row: Row) => string;
  selectPageLabel?: string;
  sort?: SortOrder;
  onSortChange?: (sort: SortOrder) => void;
  /** Words over cards, which have no headers to press; needed with `onSortChange`. */
  sortLabels?: SortLabels;
  /** Lets the reader move the edges between columns; names the edge at the right of a column. */
  edgeLabel?: (header: string) => string;
  /** Keeps the widths that the reader gives; otherwise they last as long as the table. */
  keptWidths?: StoredWidths;
  /** Smaller letters: header 10 px, rows 12 px. */
  small?: boolean;
  /** Single letters (j, k, x) while the focus is in the list; users can switch them off (WCAG 2.2, 2.1.4). */
  singleKeys?: boolean;
}
