import { X } from 'lucide-react';

interface FilterChipProps {
  /** Such as "Domain". */
  name: string;
  /** Such as "acme.example". */
  value: string;
  removeLabel: string;
  onRemove: () => void;
}

/** Active filter with a remove button. */
export function FilterChip({ name, value, removeLabel, onRemove }: FilterChipProps) {
  return (
    <span className="inline-flex h-7 max-w-full items-center rounded-md border border-line-strong bg-surface text-sm text-ink shadow-low dark:bg-raised">
      <span className="flex min-w-0 gap-1.5 py-0.5 ps-2.5">
        <span className="text-ink-muted">{name}</span>
        <bdi title={value} className="truncate font-medium">
          {value}
        </bdi>
      </span>
      <button
        type="button"
        aria-label={removeLabel}
        onClick={onRemove}
        className="grid size-6.5 shrink-0 place-items-center rounded-md text-ink-muted transition-colors duration-100 hover:text-ink focus-visible:-outline-offset-2"
      >
        <X aria-hidden="true" className="size-3.5" />
      </button>
    </span>
  );
}
