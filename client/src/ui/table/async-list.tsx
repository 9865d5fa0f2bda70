import { Fragment, type Key, type ReactNode } from 'react';
import { AsyncContent, type QueryState } from '@/ui/feedback/async-content';
import { Skeleton } from '@/ui/feedback/skeleton';
import { VisuallyHidden } from '@/ui/layout/visually-hidden';

interface AsyncListProps<Row> {
  query: QueryState;
  /** Undefined until loaded. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => Key;
  /** One `<li>`. */
  children: (row: Row) => ReactNode;
  loadingLabel: string;
  /** Number and height of skeleton rows. */
  skeletonRows?: number;
  rowLines?: 1 | 2;
  /** Shown if there are no rows; omit if there is always one. */
  empty?: string;
}

/** Rows of a card, with error, loading and empty states. */
export function AsyncList<Row>({ query, rows, ...list }: AsyncListProps<Row>) {
  return (
    <AsyncContent query={query} padded>
      {rows ? <Rows {...list} rows={rows} /> : <LoadingRows {...list} />}
    </AsyncContent>
  );
}

type RowsProps<Row> = Pick<AsyncListProps<Row>, 'rowKey' | 'children' | 'empty'> & { rows: readonly Row[] };

function Rows<Row>({ rows, rowKey, children, empty }: RowsProps<Row>) {
  if (rows.length === 0 && empty !== undefined) return <p className="p-5 text-base text-ink-muted">{empty}</p>;
  return (
    <ul className="divide-y divide-line">
      {rows.map((row) => (
        <Fragment key={rowKey(row)}>{children(row)}</Fragment>
      ))}
    </ul>
  );
}

type LoadingRowsProps = Pick<AsyncListProps<unknown>, 'loadingLabel' | 'skeletonRows' | 'rowLines'>;

function LoadingRows({ loadingLabel, skeletonRows = 2, rowLines = 2 }: LoadingRowsProps) {
  return (
    <div className="grid gap-4 p-5">
      <VisuallyHidden live>{loadingLabel}</VisuallyHidden>
      {Array.from({ length: skeletonRows }, (_, index) => (
        <Skeleton key={index} className={rowLines === 1 ? 'h-5' : 'h-9'} />
      ))}
    </div>
  );
}
