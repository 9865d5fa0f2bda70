import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { classes } from '@/ui/classes';

/** Props for the control, which associate label, hint and error with it. */
export interface FieldControl {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  required: boolean;
}

export interface FieldTexts {
  label: string;
  /** Hides the label visually; only where the context makes it obvious. */
  labelHidden?: boolean;
  hint?: ReactNode;
  error?: string | undefined;
  required?: boolean;
}

interface FormFieldProps extends FieldTexts {
  children: (control: FieldControl) => ReactNode;
  /** At the end of the label line, such as a link or counter. */
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
