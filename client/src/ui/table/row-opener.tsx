import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { classes } from '@/ui/classes';
import { VisuallyHidden } from '@/ui/layout/visually-hidden';
import type { DataTableProps } from './data-table-types';
import { ROW_OPENER } from './row-keys';

interface RowNameProps<Row> {
  row: Row;
  list: DataTableProps<Row>;
  /** Wraps a long name, as on a card. */
  wrap?: boolean;
  children: ReactNode;
}

/** Row name, as a link or button if it opens the row. */
export function RowName<Row>({ row, list, wrap = false, children }: RowNameProps<Row>) {
  const { onOpen, hrefOf, openLabel, openId, unreadLabel } = list;
  const id = list.rowId(row);
  const unread = list.isUnread?.(row) ?? false;
  const look = classes(
    // One weight for both states, so that reading a row moves no letter.
    'block max-w-full min-w-0 text-start font-medium',
    wrap ? 'wrap-anywhere' : 'truncate',
    unread ? 'text-ink' : 'text-ink-secondary',
  );
  const name = (
    <>
      {unread && unreadLabel && !openLabel && <VisuallyHidden>{unreadLabel}</VisuallyHidden>} {children}
    </>
  );
  if (!onOpen || openLabel) return <div className={look}>{name}</div>;
  const opener = {
    'aria-current': openId === id || undefined,
    [ROW_OPENER]: id,
    className: classes(look, 'rounded-xs focus-visible:-outline-offset-1'),
  };
  return hrefOf ? (
    <Link to={hrefOf(row)} {...opener}>
      {name}
    </Link>
  ) : (
    <button type="button" onClick={() => onOpen(row)} {...opener}>
      {name}
    </button>
  );
}

/** Button that opens a row, next to a name with links; nothing if the name is the button. */
export function RowOpener<Row>({ row, list }: { row: Row; list: DataTableProps<Row> }) {
  const { onOpen, openLabel, openId, isUnread, unreadLabel } = list;
  const id = list.rowId(row);
  if (!onOpen || !openLabel) return null;
  const state = isUnread?.(row) && unreadLabel ? `${unreadLabel} ` : '';
  return (
    <button
      type="button"
      aria-label={`${state}${openLabel(row)}`}
      aria-current={openId === id || undefined}
      {...{ [ROW_OPENER]: id }}
      onClick={() => onOpen(row)}
      className="-me-2 grid size-8 shrink-0 place-items-center rounded-sm text-ink-muted transition-colors duration-75 group-hover:text-ink hover:bg-sunken focus-visible:-outline-offset-1"
    >
      <ChevronRight aria-hidden="true" className="size-4 rtl:rotate-180" />
    </button>
  );
}
