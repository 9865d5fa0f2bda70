import { ChevronLeft, ChevronRight } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { classes } from '@/ui/classes';
import { Button } from '@/ui/form/button';
import { IconButton } from '@/ui/form/icon-button';
import { pageWindow } from './page-window';

// Loaded after the list.
const PageSizeMenu = lazy(async () => ({ default: (await import('./page-size-menu')).PageSizeMenu }));

interface PaginationProps {
  /** Starts at 1. */
  page: number;
  pageCount: number;
  onPageChange: (page: number) => void;
  label: string;
  previousLabel: string;
  nextLabel: string;
  pageLabel: (page: number) => string;
  /** Such as "1-10 of 1,284". */
  summary?: string;
  /** Shown while the pages are those of an earlier state. */
  reload?: { label: string; onPress: () => void } | undefined;
  /** Offers the sizes of `usePageSize`, which the list then uses. */
  sizes?: boolean;
}

export function Pagination({
  page,
  pageCount,
  onPageChange,
  label,
  previousLabel,
  nextLabel,
  pageLabel,
  summary,
  reload,
  sizes = false,
}: PaginationProps) {
  return (
    <nav aria-label={label} className="flex flex-wrap items-center justify-between gap-3">
      <div className="flex flex-wrap items-center gap-x-2">
        <p className="text-sm text-ink-muted tabular-nums">{summary}</p>
        {reload && (
          <Button variant="ghost" size="sm" onClick={reload.onPress}>
            {reload.label}
          </Button>
        )}
      </div>
      <div className="flex items-center gap-1">
        {sizes && (
          <Suspense>
            <PageSizeMenu page={page} onPageChange={onPageChange} />
          </Suspense>
        )}
        <IconButton
          size="sm"
          label={previousLabel}
          icon={<ChevronLeft />}
          disabled={page <= 1}
          onClick={() => onPageChange(page - 1)}
        />
        <ol className="hidden items-center gap-1 sm:flex">
          {pageWindow(page, pageCount).map((item, index) => (
            <li key={item ?? `gap-${index}`}>
              {item === undefined ? (
                <span aria-hidden="true" className="grid size-7 place-items-center text-sm text-ink-muted">
                  …
                </span>
              ) : (
                <button
                  type="button"
                  aria-label={pageLabel(item)}
                  aria-current={item === page ? 'page' : undefined}
                  onClick={() => onPageChange(item)}
                  className={classes(
                    'grid h-7 min-w-7 place-items-center rounded-md border px-1.5 text-sm tabular-nums transition-colors duration-100',
                    item === page
                      ? 'border-line-strong bg-surface font-semibold text-ink shadow-low dark:bg-raised'
                      : 'border-transparent text-ink-secondary hover:bg-ink/6 hover:text-ink',
                  )}
                >
                  {item}
                </button>
              )}
            </li>
          ))}
        </ol>
        <IconButton
          size="sm"
          label={nextLabel}
          icon={<ChevronRight />}
          disabled={page >= pageCount}
          onClick={() => onPageChange(page + 1)}
        />
      </div>
    </nav>
  );
}
