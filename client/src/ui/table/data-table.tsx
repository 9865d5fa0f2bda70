import { ChevronDown, ChevronsUpDown, ChevronUp } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { classes } from '@/ui/classes';
import { Skeleton } from '@/ui/feedback/skeleton';
import { Checkbox } from '@/ui/form/checkbox';
import { useWidth } from '@/ui/layout/use-width';
import { VisuallyHidden } from '@/ui/layout/visually-hidden';
import { ColumnResizer } from './column-resizer';
import { DataCards } from './data-cards';
import type { DataTableColumn, DataTableProps, SortOrder } from './data-table-types';
import { type FittedColumn, fitColumns } from './fit-columns';
import { RefreshBar } from './refresh-bar';
import { moveByKeys, opensRow } from './row-keys';
import { RowName, RowOpener } from './row-opener';
import { useColumnWidths } from './use-column-widths';

/** Table with 52 px rows and a sticky header; cards if the list is too narrow. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { columns, rows, state = 'ready', selection, loadingLabel, empty } = props;
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const fitted = fitColumns(columns, width ?? Number.POSITIVE_INFINITY, selection !== undefined);
  return (
    // Size containment, so that columns cannot widen the frame they are fitted to.
    <div ref={frame} className="relative w-full [contain:inline-size]">
      {state === 'refreshing' && <RefreshBar />}
      {fitted && !props.compact ? <Table list={props} columns={fitted} /> : <DataCards {...props} />}
      {state === 'ready' && rows.length === 0 && empty}
      <VisuallyHidden live>{state === 'ready' ? '' : loadingLabel}</VisuallyHidden>
    </div>
  );
}

function Table<Row>({ list, columns: given }: { list: DataTableProps<Row>; columns: readonly FittedColumn<Row>[] }) {
  const { columns: fitted, moveEdge } = useColumnWidths(given, list.keptWidths);
  const {
    label,
    edgeLabel,
    small = false,
    rows,
    state = 'ready',
    selection,
    selectPageLabel,
    singleKeys = true,
  } = list;
  const columns = fitted.map(({ column }) => column);
  const chosen = selection?.ids.size ?? 0;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- key events of the buttons inside
    <table
      aria-label={label}
      aria-busy={state !== 'ready'}
      onKeyDown={(event) => moveByKeys(event, singleKeys, selection && ((id) => selection.toggle(id, false)))}
      className={classes('w-full table-fixed border-separate border-spacing-0', small ? 'text-xs' : 'text-base')}
    >
      <colgroup>
        {selection && <col className="w-11" />}
        {fitted.map(({ column, width }) => (
          <col key={column.id} style={{ width }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {selection && (
            <th scope="col" className={classes(HEADER, small ? 'text-3xs' : 'text-xs', 'pe-0')}>
              <Checkbox
                label={selectPageLabel}
                labelHidden
                checked={rows.length > 0 && chosen === rows.length}
                indeterminate={chosen > 0 && chosen < rows.length}
                disabled={rows.length === 0}
                onChange={selection.togglePage}
              />
            </th>
          )}
          {fitted.map(({ column, width }, index) => {
            const next = fitted[index + 1];
            return (
              <HeaderCell
                key={column.id}
                column={column}
                small={small}
                sort={list.sort}
                onSortChange={list.onSortChange}
                edge={
                  edgeLabel &&
                  next && (
                    <ColumnResizer
                      label={edgeLabel(column.header)}
                      width={width}
                      nextWidth={next.width}
                      onMove={(by) => moveEdge(index, by)}
                    />
                  )
                }
              />
            );
          })}
        </tr>
      </thead>
      {state !== 'loading' && list.sections ? (
        list.sections.map(({ id, header, rows: inside, footer }) => (
          <tbody key={id}>
            <SectionLine span={columns.length + (selection ? 1 : 0)} isHeader>
              {header}
            </SectionLine>
            {inside.map((row) => (
              <BodyRow key={list.rowId(row)} row={row} columns={columns} table={list} />
            ))}
            {footer && <SectionLine span={columns.length + (selection ? 1 : 0)}>{footer}</SectionLine>}
          </tbody>
        ))
      ) : (
        <tbody>
          {state === 'loading'
            ? Array.from({ length: list.skeletonRows ?? 10 }, (_, index) => (
                <SkeletonRow key={index} columns={columns} index={index} selectable={Boolean(selection)} />
              ))
            : rows.map((row) => <BodyRow key={list.rowId(row)} row={row} columns={columns} table={list} />)}
        </tbody>
      )}
    </table>
  );
}

const HEADER =
  'sticky top-(--sticky-top,0px) z-10 h-10 border-b border-line bg-surface px-4 text-start font-medium text-ink-muted first:rounded-ss-lg last:rounded-se-lg';
// Background on cells, because rows cannot have rounded corners.
const CELL = classes(
  'h-row border-b border-line bg-surface px-4 transition-colors duration-75 group-last:border-b-0 group-last:last:rounded-ee-lg group-last:first:rounded-es-lg',
  'group-hover:bg-hover group-has-[[data-row-opener]:focus-visible]:bg-hover group-data-selected:bg-selected',
);

interface HeaderCellProps<Row> {
  column: DataTableColumn<Row>;
  sort: SortOrder | undefined;
  onSortChange: ((sort: SortOrder) => void) | undefined;
  small: boolean;
  edge: ReactNode;
}

function HeaderCell<Row>({ column, sort, onSortChange, small, edge }: HeaderCellProps<Row>) {
  const { sortKey, header, headerHidden = false, align } = column;
  const sorted = sortKey !== undefined && sort?.key === sortKey;
  const Arrow = !sorted ? ChevronsUpDown : sort.reverse ? ChevronDown : ChevronUp;
  return (
    <th
      scope="col"
      aria-sort={sorted ? (sort.reverse ? 'descending' : 'ascending') : undefined}
      // The edge has its own label.
      aria-label={edge ? header : undefined}
      className={classes(HEADER, small ? 'text-3xs' : 'text-xs', align === 'end' && 'text-end!')}
    >
      {sortKey !== undefined && onSortChange ? (
        <button
          type="button"
          onClick={() => onSortChange({ key: sortKey, reverse: sorted && !sort.reverse })}
          className={classes(
            'group/sort -mx-1.5 inline-flex max-w-full items-center gap-1 rounded-xs px-1.5 py-1 transition-colors duration-100 hover:text-ink',
            sorted && 'text-ink',
          )}
        >
          <span title={header} className="truncate">
            {header}
          </span>
          <Arrow
            aria-hidden="true"
            className={classes('size-3 shrink-0', !sorted && 'opacity-50 group-hover/sort:opacity-100')}
          />
        </button>
      ) : (
        <span {...(!headerHidden && { title: header })} className={headerHidden ? 'sr-only' : 'block truncate'}>
          {header}
        </span>
      )}
      {edge}
    </th>
  );
}

/** Heading or last line of a section, across all columns. */
function SectionLine({ span, isHeader = false, children }: { span: number; isHeader?: boolean; children: ReactNode }) {
  const Cell = isHeader ? 'th' : 'td';
  return (
    <tr>
      <Cell
        colSpan={span}
        {...(isHeader && { scope: 'rowgroup' as const })}
        className={classes(
          'h-11 border-b border-line px-4 text-start font-normal',
          isHeader ? 'bg-sunken' : 'bg-surface',
        )}
      >
        {children}
      </Cell>
    </tr>
  );
}

interface BodyRowProps<Row> {
  row: Row;
  columns: readonly DataTableColumn<Row>[];
  table: DataTableProps<Row>;
}

function BodyRow<Row>({ row, columns, table }: BodyRowProps<Row>) {
  const { rowId, selection, selectRowLabel, onOpen, openId, isUnread } = table;
  const id = rowId(row);
  const chosen = selection?.ids.has(id) ?? false;
  const unread = isUnread?.(row) ?? false;
  const range = useRef(false);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- keyboard users have the button in the first cell
    <tr
      data-row=""
      data-selected={chosen || openId === id || undefined}
      onClick={onOpen && ((event) => opensRow(event) && onOpen(row))}
      className={classes('group', onOpen && 'cursor-pointer')}
    >
      {selection && (
        <td className={classes(CELL, 'pe-0')}>
          <Checkbox
            label={selectRowLabel?.(row)}
            labelHidden
            checked={chosen}
            onClick={(event) => {
              range.current = event.shiftKey;
            }}
            onChange={() => selection.toggle(id, range.current)}
          />
        </td>
      )}
      {columns.map((column, index) => (
        <td
          key={column.id}
          className={classes(
            CELL,
            'overflow-hidden',
            index === 0 && 'relative',
            table.sections && 'rounded-none!',
            column.bleed && 'px-0!',
            column.align === 'end' && 'text-end tabular-nums',
            unread ? 'text-ink' : 'text-ink-secondary',
          )}
        >
          {index === 0 ? (
            <>
              {unread && (
                <span
                  aria-hidden="true"
                  className="absolute top-1/2 start-1 size-1.5 -translate-y-1/2 rounded-full bg-accent forced-colors:bg-[Highlight]"
                />
              )}
              <div className="flex items-center gap-2">
                <div className="min-w-0 flex-1">
                  <RowName row={row} list={table}>
                    {column.cell(row)}
                  </RowName>
                </div>
                <RowOpener row={row} list={table} />
              </div>
            </>
          ) : (
            <div className={column.bleed ? undefined : 'truncate'}>{column.cell(row)}</div>
          )}
        </td>
      ))}
    </tr>
  );
}

const SKELETON_WIDTHS = ['w-3/4', 'w-1/2', 'w-2/3', 'w-3/5'];

interface SkeletonRowProps<Row> {
  columns: readonly DataTableColumn<Row>[];
  index: number;
  selectable: boolean;
}

function SkeletonRow<Row>({ columns, index, selectable }: SkeletonRowProps<Row>) {
  return (
    <tr className="group">
      {selectable && (
        <td className={classes(CELL, 'pe-0')}>
          <Skeleton className="size-4 rounded-xs" />
        </td>
      )}
      {columns.map((column, place) => (
        <td key={column.id} className={CELL}>
          <Skeleton className={classes('h-3', SKELETON_WIDTHS[(index + place) % SKELETON_WIDTHS.length])} />
        </td>
      ))}
    </tr>
  );
}
