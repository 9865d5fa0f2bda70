import { useId } from 'react';

interface SegmentedControlProps<Value extends string> {
  label: string;
  value: Value;
  onValueChange: (value: Value) => void;
  options: readonly { value: Value; label: string; count?: string }[];
}

/** Radio group that looks like a segmented switch. */
export function SegmentedControl<Value extends string>({
  label,
  value,
  onValueChange,
  options,
}: SegmentedControlProps<Value>) {
  const name = useId();
  return (
    <fieldset className="inline-flex max-w-full min-w-0 overflow-x-auto rounded-md border border-line bg-sunken p-0.5">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="relative flex h-7.5 cursor-pointer items-center gap-1.5 rounded-sm border border-transparent px-3 text-sm font-medium whitespace-nowrap text-ink-muted transition-colors duration-100 hover:text-ink has-checked:border-line-strong has-checked:bg-surface has-checked:text-ink has-checked:shadow-low has-focus-visible:outline-2 has-focus-visible:-outline-offset-1 has-focus-visible:outline-focus dark:has-checked:bg-raised forced-colors:has-checked:border-[Highlight]"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onValueChange(option.value)}
            className="absolute inset-0 cursor-pointer appearance-none rounded-sm outline-none"
          />
          {option.label}
          {option.count !== undefined && <span className="text-ink-muted tabular-nums">{option.count}</span>}
        </label>
      ))}
    </fieldset>
  );
}
