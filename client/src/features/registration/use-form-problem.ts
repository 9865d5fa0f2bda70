import { useState } from 'react';
import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { showFieldErrors } from '@/lib/field-errors';
import { toUserMessage } from '@/lib/graphql/errors';
import { toast } from '@/ui/feedback/toast';

type FieldErrors = Parameters<typeof showFieldErrors>[1];

interface FormProblem {
  /** Shown in the form, because the toast disappears after seconds. */
  problem: string | undefined;
  clear: () => void;
  show: (failure: unknown) => void;
}

const isValidationProblem = (failure: unknown): failure is { fieldErrors: FieldErrors } =>
  typeof failure === 'object' && failure !== null && 'fieldErrors' in failure;

/**
 * Handle a failure (spec §8, Sign-up): field errors go under their inputs, everything else into a toast and the form.
 */
export function useFormProblem<TValues extends FieldValues>(
  setError: UseFormSetError<TValues>,
  inputs: readonly FieldPath<TValues>[],
): FormProblem {
  const [problem, setProblem] = useState<string>();
  return {
    problem,
    clear: () => setProblem(undefined),
    show(failure) {
      if (isValidationProblem(failure) && showFieldErrors(setError, failure.fieldErrors, inputs)) return;
      const message = toUserMessage(failure);
      setProblem(message);
      toast('error', message, { flow: 'account' });
    },
  };
}
