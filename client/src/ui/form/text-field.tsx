import type { ComponentProps, ReactNode } from 'react';
import { classes } from '@/ui/classes';
import { type ControlSize, controlClasses } from './control-classes';
import { type FieldTexts, FormField } from './form-field';

interface TextFieldProps extends FieldTexts, Omit<ComponentProps<'input'>, 'id' | 'className' | 'size' | 'required'> {
  controlSize?: ControlSize;
  icon?: ReactNode;
  aside?: ReactNode;
  /** Monospaced, for evidence and codes. */
  monospace?: boolean;
}

/** Input types that are left to right in every language. */
const LEFT_TO_RIGHT: readonly unknown[] = ['email', 'tel', 'url'];

/** Single-line input. Required fields have a * at the label and after the placeholder (spec §5). */
export function TextField({
  label,
  labelHidden,
  hint,
  error,
  required,
  controlSize,
  icon,
  aside,
  monospace,
  placeholder,
  ...input
}: TextFieldProps) {
  return (
    <FormField {...{ label, labelHidden, hint, error, required, aside }}>
      {(control) => (
        <div className="relative">
          {icon && (
            <span className="pointer-events-none absolute inset-y-0 start-3 grid place-items-center text-ink-muted [&_svg]:size-4">
              {icon}
            </span>
          )}
          <input
            type="text"
            dir={monospace || LEFT_TO_RIGHT.includes(input.type) ? 'ltr' : undefined}
            {...input}
            {...control}
            placeholder={placeholder && required ? `${placeholder} *` : placeholder}
            className={classes(
              controlClasses(controlSize),
              'text-match read-only:bg-sunken read-only:text-ink-secondary',
              Boolean(icon) && 'ps-9',
              monospace && 'font-mono',
            )}
          />
        </div>
      )}
    </FormField>
  );
}
