import { Fragment, type Key, type ReactNode } from 'react';
import { ErrorPanel, type ErrorPanelProps } from '@/ui/feedback/error-panel';
import { Skeleton } from '@/ui/feedback/skeleton';
import { VisuallyHidden } from '@/ui/layout/visually-hidden';

interface AsyncListProps<Row> {
  /** Set while the rows could not be had. */
  failure: ErrorPanelProps | undefined;
  /** Undefined while they are on their way. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => Key;
  /** One `<li>`. */
  children: (row: Row) => ReactNode;
  loadingLabel: string;
  /** How many lines the waiting list has, and whether its rows are of two lines or of one. */
  skeletonRows?: number;
  rowLines?: 1 | 2;
  /** Why there may be no row; without it there always is one. */
  empty?: string;
}

/** The rows of a card; in their place why they could not be had, the shape of what is on its way, or why there are none. */
export function AsyncList<Row>({
  failure,
  rows,
  rowKey,
  children,
  loadingLabel,
  skeletonRows = 2,
  rowLines = 2,
  empty,
}: AsyncListProps<Row>) {
  if (failure) return <ListFailure {...failure} />;
  if (!rows) {
    return (
      <div className="grid gap-4 p-5">
        <VisuallyHidden live>{loadingLabel}</VisuallyHidden>
        {Array.from({ length: skeletonRows }, (_, index) => (
          <Skeleton key={index} className={rowLines === 1 ? 'h-5' : 'h-9'} />
        ))}
      </div>
    );
  }
  if (rows.length === 0 && empty !== undefined) return <p className="p-5 text-base text-ink-muted">{empty}</p>;
  return (
    <ul className="divide-y divide-line">
      {rows.map((row) => (
        <Fragment key={rowKey(row)}>{children(row)}</Fragment>
      ))}
    </ul>
  );
}

/** Where the rows of a card would stand: why they could not be had. */
export function ListFailure(failure: ErrorPanelProps) {
  return (
    <div className="p-5">
      <ErrorPanel {...failure} />
    </div>
  );
}
