import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { classes } from '@/ui/classes';
import { Skeleton } from '@/ui/feedback/skeleton';

interface StatProps {
  label: string;
  /** Localized; undefined while loading. */
  value: string | undefined;
  /** Exact number, if `value` is abbreviated. */
  exactValue?: string | undefined;
  /** Explanation or trend. */
  note?: string;
  /** List behind the number; the whole tile becomes a link. */
  to?: string;
  /** Summands, each linked to its list. */
  parts?: readonly { label: string; value: string | undefined; to: string }[];
}

/** Number linked to the list that it counts. */
export function Stat({ label, value, exactValue, note, to, parts = [] }: StatProps) {
  const figure =
    value === undefined ? (
      <Skeleton className="my-1 h-6.5 w-20" />
    ) : (
      <span
        className="block text-3xl font-semibold tracking-[-0.025em] text-ink tabular-nums"
        {...(exactValue !== value && { title: exactValue })}
      >
        {value}
      </span>
    );
  return (
    <div
      className={classes(
        'group relative rounded-lg border border-line bg-surface p-3 shadow-low sm:p-4',
        to && 'hover:border-line-control',
      )}
    >
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
      {parts.length > 0 && (
        <ul className="mt-2.5 grid gap-1 border-t border-line pt-2.5 text-sm">
          {parts.map((part) => (
            <li key={part.label}>
              <Link
                to={part.to}
                className="flex min-h-6 flex-wrap items-center justify-between gap-x-2 rounded-xs text-ink-muted underline-offset-3 hover:text-ink hover:underline"
              >
                <span>{part.label}</span>
                <span className="ms-auto text-ink-secondary tabular-nums">{part.value ?? '–'}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
