import type { FieldPath, FieldValues, UseFormReturn, Validate } from 'react-hook-form';

/**
 * What the fields of a large form have from it: their names, their rules, and what is wrong with what they hold. One with a rule
 * is required: every rule refuses an empty text.
 */
export const largeFields =
  <Values extends FieldValues>({ register, getFieldState, formState }: UseFormReturn<Values>) =>
  (name: FieldPath<Values>, validate?: Validate<string, Values>, deps?: FieldPath<Values>) => ({
    required: validate !== undefined,
    controlSize: 'lg' as const,
    error: getFieldState(name, formState).error?.message,
    ...register(name, { validate, deps }),
  });
