import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { classes } from '@/ui/classes';
import { type ControlSize, controlClasses } from './control-classes';
import { type FieldTexts, FormField } from './form-field';
import { IconButton } from './icon-button';

interface PasswordFieldProps
  extends FieldTexts, Omit<ComponentProps<'input'>, 'id' | 'className' | 'size' | 'required' | 'type'> {
  showLabel: string;
  hideLabel: string;
  controlSize?: ControlSize;
  aside?: ReactNode;
}

/** Password input with a show/hide button. */
export function PasswordField({
  label,
  labelHidden,
  hint,
  error,
  required,
  showLabel,
  hideLabel,
  controlSize,
  aside,
  placeholder,
  ...input
}: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <FormField {...{ label, labelHidden, hint, error, required, aside }}>
      {(control) => (
        <div className="relative">
          <input
            autoCapitalize="none"
            spellCheck={false}
            {...input}
            {...control}
            dir="ltr"
            type={shown ? 'text' : 'password'}
            placeholder={placeholder && required ? `${placeholder} *` : placeholder}
            className={classes(
              controlClasses(controlSize),
              'text-match pe-11 rtl:ps-11 rtl:pe-3',
              shown && 'font-mono',
            )}
          />
          <span className="absolute inset-y-0 end-1 grid place-items-center">
            <IconButton
              size="sm"
              label={shown ? hideLabel : showLabel}
              icon={shown ? <EyeOff /> : <Eye />}
              onClick={() => setShown(!shown)}
            />
          </span>
        </div>
      )}
    </FormField>
  );
}
