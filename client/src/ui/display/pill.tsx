import { ArrowUp } from 'lucide-react';

interface PillProps {
  /** Such as "3 new"; undefined hides the pill. */
  label: string | undefined;
  onPress: () => void;
}

/** Announces new rows without moving the list; a click loads them. */
export function Pill({ label, onPress }: PillProps) {
  return (
    <div aria-live="polite" className="inline-flex">
      {label !== undefined && (
        <button
          type="button"
          onClick={onPress}
          className="inline-flex h-8 animate-arrive items-center gap-1.5 rounded-full border border-transparent bg-accent pe-3.5 ps-2.5 text-sm font-semibold text-on-accent shadow-popover transition-colors duration-100 hover:bg-accent-hover forced-colors:border-[ButtonText]"
        >
          <ArrowUp aria-hidden="true" className="size-3.5 stroke-[2.5]" />
          {label}
        </button>
      )}
    </div>
  );
}
