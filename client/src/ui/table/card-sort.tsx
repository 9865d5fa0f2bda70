import { ChevronDown, ChevronsUpDown, ChevronUp } from 'lucide-react';
import { useId } from 'react';
import { classes } from '@/ui/classes';
import { VisuallyHidden } from '@/ui/layout/visually-hidden';
import type { DataTableProps } from './data-table-types';

/** Sort buttons for cards, which have no column headers. */
export function CardSort<Row>({ list }: { list: DataTableProps<Row> }) {
  const name = useId();
  const { columns, rows, state = 'ready', sort, onSortChange, sortLabels } = list;
  const sortable = columns.flatMap(({ sortKey, header }) => (sortKey === undefined ? [] : [{ key: sortKey, header }]));
  if (!sortLabels || !onSortChange || sortable.length === 0 || (state === 'ready' && rows.length === 0)) return null;
  return (
    <div
      role="group"
      aria-labelledby={name}
      className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b border-line px-4 py-2 text-sm"
    >
      <span id={name} className="text-ink-muted">
        {sortLabels.by}
      </span>
      {sortable.map(({ key, header }) => {
        const sorted = sort?.key === key;
        const Arrow = !sorted ? ChevronsUpDown : sort.reverse ? ChevronDown : ChevronUp;
        return (
          <button
            key={key}
            type="button"
            aria-pressed={sorted}
            onClick={() => onSortChange({ key, reverse: sorted && !sort.reverse })}
            className={classes(
              'inline-flex min-h-8 items-center gap-1 rounded-xs px-2 transition-colors duration-100 hover:bg-hover hover:text-ink',
              sorted ? 'font-medium text-ink' : 'text-ink-secondary',
            )}
          >
            {header}
            {sorted && <VisuallyHidden>, {sort.reverse ? sortLabels.descending : sortLabels.ascending}</VisuallyHidden>}
            <Arrow aria-hidden="true" className={classes('size-3.5 shrink-0', !sorted && 'opacity-50')} />
          </button>
        );
      })}
    </div>
  );
}
