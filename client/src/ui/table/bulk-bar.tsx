import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '@/ui/form/icon-button';

interface BulkBarProps {
  /** Number of selected rows in words, announced on change; undefined hides the bar. */
  label: string | undefined;
  clearLabel: string;
  onClear: () => void;
  /** After the count, such as "Select all 1,284 matching". */
  extend?: ReactNode;
  /** Small action buttons. */
  children: ReactNode;
}

/** Actions for selected rows. Floats over the last rows in view until the end of the list is reached. */
export function BulkBar({ label, clearLabel, onClear, extend, children }: BulkBarProps) {
  return (
    <div className="pointer-events-none sticky bottom-[calc(1rem+var(--banner-height,0px))] z-20 flex justify-center">
      <div aria-live="polite" className="pointer-events-auto max-w-full">
        {label !== undefined && (
          <div className="m-2 flex animate-arrive flex-wrap items-center gap-2 rounded-lg border border-line-strong bg-raised py-2 pe-3 ps-2 shadow-dialog">
            <IconButton size="sm" label={clearLabel} icon={<X />} onClick={onClear} />
            <span className="text-sm font-medium tabular-nums">{label}</span>
            {extend}
            <div className="ms-auto flex flex-wrap items-center gap-2 sm:ms-3">{children}</div>
          </div>
        )}
      </div>
    </div>
  );
}
