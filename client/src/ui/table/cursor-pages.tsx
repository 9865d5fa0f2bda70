import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from '@/ui/form/icon-button';

interface CursorPagesProps {
  label: string;
  /** Such as "1-25 of 84". */
  summary: string;
  previousLabel: string;
  nextLabel: string;
  /** Undefined on the first page. */
  onPrevious: (() => void) | undefined;
  /** Undefined on the last page. */
  onNext: (() => void) | undefined;
}

/** Pages of a list that only knows the adjacent ones. */
export const CursorPages = ({ label, summary, previousLabel, nextLabel, onPrevious, onNext }: CursorPagesProps) => (
  <nav aria-label={label} className="flex w-full items-center justify-between gap-3">
    <p className="text-sm text-ink-muted tabular-nums">{summary}</p>
    <div className="flex gap-1">
      <IconButton
        size="sm"
        label={previousLabel}
        icon={<ChevronLeft />}
        disabled={onPrevious === undefined}
        onClick={onPrevious}
      />
      <IconButton
        size="sm"
        label={nextLabel}
        icon={<ChevronRight />}
        disabled={onNext === undefined}
        onClick={onNext}
      />
    </div>
  </nav>
);
