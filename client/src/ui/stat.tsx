import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Skeleton } from './skeleton';

interface StatProps {
  label: string;
  /** Already formatted for the reader's language; undefined while it loads. */
  value: string | undefined;
  /** What the number means or how it changed, in words. */
  note?: string;
  /** The rows behind the number. The whole tile is the link. */
  to?: string;
}

/** One number, with the way to the rows that it counts. */
export function Stat({ label, value, note, to }: StatProps) {
  const figure =
    value === undefined ? (
      <Skeleton className="my-1 h-6.5 w-20" />
    ) : (
      <span className="block text-3xl font-semibold tracking-[-0.025em] text-ink tabular-nums">{value}</span>
    );
  return (
    <div className="group relative rounded-lg border border-line bg-surface p-4 shadow-low has-[a]:hover:border-line-control">
      <div className="flex items-center justify-between gap-2 text-sm text-ink-muted">
        {to ? (
          <Link
            to={to}
            className="after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus"
          >
            {label}
          </Link>
        ) : (
          label
        )}
        {to && (
          <ArrowRight
            aria-hidden="true"
            className="size-3.5 opacity-0 transition-opacity duration-100 group-hover:opacity-100 group-has-[:focus-visible]:opacity-100"
          />
        )}
      </div>
      <div className="mt-1.5">{figure}</div>
      {note && <p className="mt-1 text-sm text-ink-muted">{note}</p>}
    </div>
  );
}
