import { Check, Minus } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { classes } from '@/ui/classes';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'id' | 'className' | 'type'> {
  label: ReactNode;
  labelHidden?: boolean;
  hint?: ReactNode;
  error?: string | undefined;
  /** Partially selected. */
  indeterminate?: boolean;
}

const MARK = 'pointer-events-none absolute size-3 stroke-3 text-on-accent forced-colors:hidden';

export function Checkbox({ label, labelHidden, hint, error, indeterminate = false, ref, ...input }: CheckboxProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={classes('flex items-start', !labelHidden && 'gap-2.5')}>
      <span className="relative grid size-5 shrink-0 place-items-center">
        <input
          {...input}
          id={id}
          type="checkbox"
          ref={(element) => {
            if (element) element.indeterminate = indeterminate;
            if (typeof ref === 'function') return ref(element);
            if (ref) ref.current = element;
            return undefined;
          }}
          aria-describedby={described || undefined}
          aria-invalid={error ? true : undefined}
          className="peer size-4 appearance-none rounded-xs border border-line-control bg-surface transition-colors duration-100 after:absolute after:-inset-1 checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent hover:border-ink-muted checked:hover:border-accent-hover checked:hover:bg-accent-hover disabled:opacity-50 aria-invalid:border-danger dark:bg-canvas dark:checked:bg-accent dark:indeterminate:bg-accent forced-colors:appearance-auto"
        />
        <Check
          aria-hidden="true"
          className={classes(MARK, 'opacity-0 peer-checked:opacity-100 peer-indeterminate:opacity-0')}
        />
        <Minus aria-hidden="true" className={classes(MARK, 'opacity-0 peer-indeterminate:opacity-100')} />
      </span>
      <div className={classes('min-w-0', labelHidden && 'sr-only')}>
        <label htmlFor={id} className="block text-base text-ink">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="mt-0.5 text-sm text-ink-muted">
            {hint}
          </p>
        )}
        {error && (
          <p id={`${id}-error`} className="mt-0.5 text-sm text-danger-text">
            {error}
          </p>
        )}
      </div>
    </div>
  );
}
