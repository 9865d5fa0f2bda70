import { useRef } from 'react';
import { classes } from '@/ui/classes';
import { Skeleton } from '@/ui/feedback/skeleton';
import { Checkbox } from '@/ui/form/checkbox';
import { CardSort } from './card-sort';
import type { DataTableProps } from './data-table-types';
import { moveByKeys, opensRow } from './row-keys';
import { RowName, RowOpener } from './row-opener';

/** DataTable rows as cards, for narrow lists. */
export function DataCards<Row>(props: DataTableProps<Row>) {
  const { label, rows, rowId, state = 'ready', selection, singleKeys = true } = props;
  const cards = (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- key events of the buttons inside
    <ul
      aria-label={label}
      aria-busy={state !== 'ready'}
      onKeyDown={(event) => moveByKeys(event, singleKeys, selection && ((id) => selection.toggle(id, false)))}
      className="divide-y divide-line"
    >
      {state === 'loading'
        ? Array.from({ length: props.skeletonRows ?? 5 }, (_, index) => (
            <li key={index} className="flex flex-col gap-2.5 p-4">
              <Skeleton className="h-3.5 w-2/3" />
              <Skeleton className="h-3 w-1/2" />
              <Skeleton className="h-3 w-2/5" />
            </li>
          ))
        : (props.sections?.flatMap(({ id, header, rows: inside, footer }) => [
            <li key={id} className="bg-sunken px-4 py-2">
              {header}
            </li>,
            ...inside.map((row) => <Card key={rowId(row)} row={row} list={props} />),
            footer && (
              <li key={`${id} footer`} className="px-4 py-2">
                {footer}
              </li>
            ),
          ]) ?? rows.map((row) => <Card key={rowId(row)} row={row} list={props} />))}
    </ul>
  );
  return (
    <>
      <CardSort list={props} />
      {cards}
    </>
  );
}

function Card<Row>({ row, list }: { row: Row; list: DataTableProps<Row> }) {
  const { columns, rowId, selection, selectRowLabel, onOpen, openId, compact = false } = list;
  const id = rowId(row);
  const chosen = selection?.ids.has(id) ?? false;
  const range = useRef(false);
  const [title, ...others] = columns;
  const lines = others.filter((column) => column.card === undefined);
  const inline = others.filter((column) => column.card === 'inline');
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- keyboard users have the button in the title
    <li
      data-row=""
      data-selected={chosen || openId === id || undefined}
      onClick={onOpen && ((event) => opensRow(event) && onOpen(row))}
      className={classes(
        'group flex gap-3 data-selected:bg-selected',
        onOpen && 'cursor-pointer hover:bg-hover',
        compact ? 'scroll-my-20 px-4 py-2.5' : 'p-4',
        compact &&
          openId === id &&
          'shadow-[inset_3px_0_0_var(--color-accent)] rtl:shadow-[inset_-3px_0_0_var(--color-accent)]',
      )}
    >
      {selection && (
        <Checkbox
          label={selectRowLabel?.(row)}
          labelHidden
          checked={chosen}
          onClick={(event) => {
            range.current = event.shiftKey;
          }}
          onChange={() => selection.toggle(id, range.current)}
        />
      )}
      <div className="min-w-0 flex-1">
        <div className="flex items-start justify-between gap-3">
          <RowName wrap={!compact} row={row} list={list}>
            {title?.cell(row)}
          </RowName>
          <div className="flex shrink-0 items-center gap-2">
            {others
              .filter((column) => column.card === 'aside')
              .map((column) => (
                <div key={column.id}>{column.cell(row)}</div>
              ))}
            <RowOpener row={row} list={list} />
          </div>
        </div>
        {inline.length > 0 && (
          <dl className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-secondary">
            {inline.map((column) => (
              <div key={column.id}>
                <dt className="sr-only">{column.header}</dt>
                <dd>{column.cell(row)}</dd>
              </div>
            ))}
          </dl>
        )}
        <dl className={compact ? 'mt-0.5 flex items-center gap-x-3 text-sm' : 'mt-2 flex flex-col gap-y-1 text-sm'}>
          {lines.map((column, index) => (
            <div
              key={column.id}
              className={
                !compact
                  ? 'flex items-center justify-between gap-x-3'
                  : index === 0
                    ? 'min-w-0 flex-1 truncate'
                    : 'shrink-0'
              }
            >
              <dt className={compact ? 'sr-only' : 'max-w-[45%] shrink-0 text-ink-muted'}>{column.header}</dt>
              <dd
                className={
                  compact ? 'truncate text-ink-secondary' : 'min-w-0 text-end wrap-anywhere text-ink-secondary'
                }
              >
                {column.cell(row)}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </li>
  );
}
