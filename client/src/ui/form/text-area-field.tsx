import type { ComponentProps } from 'react';
import { classes } from '@/ui/classes';
import { controlClasses } from './control-classes';
import { type FieldTexts, FormField } from './form-field';

interface TextAreaFieldProps extends FieldTexts, Omit<ComponentProps<'textarea'>, 'id' | 'className' | 'required'> {}

/** Multi-line text input, resizable vertically. */
export function TextAreaField({
  label,
  labelHidden,
  hint,
  error,
  required,
  placeholder,
  rows = 4,
  ...area
}: TextAreaFieldProps) {
  return (
    <FormField {...{ label, labelHidden, hint, error, required }}>
      {(control) => (
        <textarea
          rows={rows}
          {...area}
          {...control}
          placeholder={placeholder && required ? `${placeholder} *` : placeholder}
          className={classes(controlClasses('area'), 'resize-y')}
        />
      )}
    </FormField>
  );
}
