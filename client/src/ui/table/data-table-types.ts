import type { ReactNode } from 'react';
import type { RowSelection } from './use-row-selection';

/** Storage of column widths. */
export interface StoredWidths {
  /** In pixels, by column; may be partial. */
  widths: Readonly<Record<string, number>>;
  onWidthsChange: (widths: StoredWidths['widths']) => void;
}

export interface DataTableColumn<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Preferred width in pixels, including 32 px padding. Columns stretch, or shrink a little, to fill the list. */
  width: number;
  /** Fixed width, for times and marks that must not be cut. */
  exact?: boolean;
  align?: 'start' | 'end';
  /** Set if the list can be sorted by this column. */
  sortKey?: string;
  /** Hidden `first` or `next` if there is not enough room; cards still show it. */
  optional?: 'first' | 'next';
  /** Hides the header visually. */
  headerHidden?: boolean;
  /** No cell padding. */
  bleed?: boolean;
  /** Place on a card: in the title row, in the row without headers below it, or none. The default is a line with a header. */
  card?: 'aside' | 'inline' | 'hidden';
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

/** Rows under a heading of their own. */
export interface TableSection<Row> {
  id: string;
  header: ReactNode;
  rows: readonly Row[];
  /** Below the rows, such as a link to all of them. */
  footer?: ReactNode;
}

export interface DataTableProps<Row> {
  /** Accessible name of the table. */
  label: string;
  /** The cell of the first column becomes the link or button that opens the row; see `hrefOf` and `openLabel`. */
  columns: readonly DataTableColumn<Row>[];
  rows: readonly Row[];
  /** Divides the rows; `rows` are those of all sections. */
  sections?: readonly TableSection<Row>[] | undefined;
  rowId: (row: Row) => string;
  /** `loading` shows skeleton rows; `refreshing` keeps the rows and shows a progress line. */
  state?: 'ready' | 'loading' | 'refreshing';
  loadingLabel: string;
  /** Number of skeleton rows; pass the page size. */
  skeletonRows?: number;
  /** Shown instead of rows if there are none. */
  empty?: ReactNode;
  /** Highlights unread rows. */
  isUnread?: (row: Row) => boolean;
  /** Screen reader prefix for unread rows. */
  unreadLabel?: string;
  onOpen?: (row: Row) => void;
  /** Address of what `onOpen` opens, if that is a page: the first cell is a link then. */
  hrefOf?: (row: Row) => string;
  /** Label of a button of its own that opens the row, for lists whose first cell has links. */
  openLabel?: (row: Row) => string;
  /** Id of the open row. */
  openId?: string | undefined;
  selection?: RowSelection;
  /** Labels of the checkboxes; required with `selection`. */
  selectRowLabel?: (row: Row) => string;
  selectPageLabel?: string;
  sort?: SortOrder;
  onSortChange?: (sort: SortOrder) => void;
  /** Labels of the sort buttons on cards; required with `onSortChange`. */
  sortLabels?: SortLabels;
  /** Label of a column edge; makes columns resizable. */
  edgeLabel?: (header: string) => string;
  /** Stores column widths; otherwise they last as long as the table. */
  keptWidths?: StoredWidths;
  /** Cards of two lines, for the list of a split view. */
  compact?: boolean;
  /** Smaller text: header 10 px, rows 12 px. */
  small?: boolean;
  /** Enables j, k and x while the list has focus; users can turn them off (WCAG 2.2, 2.1.4). */
  singleKeys?: boolean;
}
