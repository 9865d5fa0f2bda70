import type { FieldPath, FieldValues, UseFormReturn, Validate } from 'react-hook-form';

/**
 * Props of the fields of a large form: names, rules and errors. Fields with a rule are required, because every rule rejects an
 * empty text.
 */
export const largeFields =
  <Values extends FieldValues>({ register, getFieldState, formState }: UseFormReturn<Values>) =>
  (name: FieldPath<Values>, validate?: Validate<string, Values>, deps?: FieldPath<Values>) => ({
    required: validate !== undefined,
    controlSize: 'lg' as const,
    error: getFieldState(name, formState).error?.message,
    ...register(name, { validate, deps }),
  });
