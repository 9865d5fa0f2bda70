import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { classes } from '@/ui/classes';

/** What a control inside a FormField takes over, so that label, hint and error belong to it. */
export interface FieldControl {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  required: boolean;
}

export interface FieldTexts {
  label: string;
  /** Keeps the label for screen readers and takes it off the screen; only where the place says it. */
  labelHidden?: boolean;
  hint?: ReactNode;
  error?: string | undefined;
  required?: boolean;
}

interface FormFieldProps extends FieldTexts {
  children: (control: FieldControl) => ReactNode;
  /** Stands at the right end of the label's line: a link, a counter. */
  aside?: ReactNode;
}

export function FormField({ label, labelHidden, hint, error, required = false, aside, children }: FormFieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <div className={classes('flex items-baseline justify-between gap-3', labelHidden && !aside && 'sr-only')}>
        <label htmlFor={id} className={classes('text-sm font-medium text-ink', labelHidden && 'sr-only')}>
          {label}
          {required && (
            <span aria-hidden="true" className="text-ink-muted">
              {' *'}
            </span>
          )}
        </label>
        {aside}
      </div>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined, required })}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-ink-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="flex items-start gap-1.5 text-sm text-danger-text">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
          {error}
        </p>
      )}
    </div>
  );
}
