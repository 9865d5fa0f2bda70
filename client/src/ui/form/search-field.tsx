import { Search, X } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classes } from '@/ui/classes';
import { controlClasses } from './control-classes';
import { IconButton } from './icon-button';

interface SearchFieldProps extends Omit<ComponentProps<'input'>, 'className' | 'type' | 'value' | 'onChange' | 'size'> {
  label: string;
  clearLabel: string;
  value: string;
  onValueChange: (value: string) => void;
  onEnter?: () => void;
}

/** Search input. Escape or the clear button empties it. With the role `combobox`, keys go to `onKeyDown` first. */
export function SearchField({
  label,
  clearLabel,
  value,
  onValueChange,
  onEnter,
  onKeyDown,
  ...input
}: SearchFieldProps) {
  return (
    <div className="relative h-9 min-w-0">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 start-3 size-4 -translate-y-1/2 text-ink-muted"
      />
      <input
        spellCheck={false}
        autoComplete="off"
        {...input}
        // The role of a search input can't be another one.
        type={input.role === 'combobox' ? 'text' : 'search'}
        enterKeyHint="search"
        aria-label={label}
        value={value}
        onChange={(event) => onValueChange(event.target.value)}
        onKeyDown={(event) => {
          onKeyDown?.(event);
          if (event.isDefaultPrevented()) return;
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) onEnter?.();
          if (event.key !== 'Escape' || value === '') return;
          event.preventDefault();
          event.stopPropagation();
          onValueChange('');
        }}
        className={classes(controlClasses(), 'pe-9 ps-9 [&::-webkit-search-cancel-button]:hidden')}
      />
      {value !== '' && (
        <span className="absolute inset-y-0 end-1 grid place-items-center">
          <IconButton size="sm" label={clearLabel} icon={<X />} onClick={() => onValueChange('')} />
        </span>
      )}
    </div>
  );
}
