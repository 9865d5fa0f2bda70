import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';

interface FieldError {
  field: string;
  messages: readonly string[];
}

/**
 * Shows the first server error of each field under its input (spec §8). Returns whether any input matched; if not, show the
 * general message.
 */
export function showFieldErrors<TValues extends FieldValues>(
  setError: UseFormSetError<TValues>,
  fieldErrors: readonly FieldError[],
  inputs: readonly FieldPath<TValues>[],
): boolean {
  let shown = false;
  for (const input of inputs) {
    const message = fieldErrors.find(({ field }) => field === input)?.messages[0];
    if (message === undefined) continue;
    setError(input, { type: 'server', message }, { shouldFocus: !shown });
    shown = true;
  }
  return shown;
}
