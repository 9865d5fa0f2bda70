import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classes } from '@/ui/classes';
import { type ControlSize, controlClasses } from './control-classes';
import { type FieldTexts, FormField } from './form-field';

interface SelectFieldProps
  extends FieldTexts, Omit<ComponentProps<'select'>, 'id' | 'className' | 'size' | 'required'> {
  options: readonly { value: string; label: string }[];
  /** Label of the empty value. */
  placeholder?: string;
  controlSize?: ControlSize;
}

/** Native select, for its keyboard search, touch picker and forced colours. */
export function SelectField({
  label,
  labelHidden,
  hint,
  error,
  required,
  options,
  placeholder,
  controlSize,
  ...select
}: SelectFieldProps) {
  return (
    <FormField {...{ label, labelHidden, hint, error, required }}>
      {(control) => (
        <div className="relative">
          <select {...select} {...control} className={classes(controlClasses(controlSize), 'truncate pe-9')}>
            {placeholder !== undefined && <option value="">{required ? `${placeholder} *` : placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 end-3 size-4 -translate-y-1/2 text-ink-muted"
          />
        </div>
      )}
    </FormField>
  );
}
