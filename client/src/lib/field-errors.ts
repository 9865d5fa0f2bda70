import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';

interface FieldError {
  field: string;
  messages: readonly string[];
}

/**
 * Shows the server's field errors under their inputs, the first message of each (spec §8). Says whether there was an
 * input for at least one of them: if not, the caller must show the problem's own message.
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
