import { type ReactNode, useState } from 'react';
import { useForm, type UseFormRegisterReturn } from 'react-hook-form';
import { showFieldErrors } from '@/lib/field-errors';
import { toUserMessage } from '@/lib/graphql/errors';
import { useReauthentication } from './reauthentication';
import { sessionStore, useSession } from './store';
import { withReauthentication } from './with-reauthentication';

interface AccountExitValues {
  password: string;
}

type Answer =
  | { __typename: 'MessageSuccess'; message: string }
  | { __typename: 'ValidationProblem'; fieldErrors: { field: string; messages: readonly string[] }[] }
  | { __typename: 'RefusedProblem' | 'ThrottledProblem'; message: string };

interface AccountExit {
  busy: boolean;
  /** Props of the dialog that asks for the password. */
  form: {
    /** For password managers. */
    email: string;
    field: UseFormRegisterReturn;
    /** Error of the password field. */
    error: string | undefined;
    /** Why the server refused, if not because of the password. */
    problem: string | undefined;
    onSubmit: () => void;
    /** Cancels and clears the password; does nothing while the request is running. */
    onClose: () => void;
    /** The reauthentication dialog, opened in front of this one. */
    children: ReactNode;
  };
}

/**
 * Form logic for leaving or deleting an account: asks for the password and ends the session on success.
 *
 * @param exit sends the request; onDone receives the server's message.
 */
export function useAccountExit(
  exit: (password: string) => Promise<Answer | undefined>,
  onDone: (message: string) => void,
  onClose: () => void,
): AccountExit {
  const { account } = useSession();
  const { confirm, dialog } = useReauthentication();
  const [problem, setProblem] = useState<string>();
  const { register, handleSubmit, reset, setError, formState } = useForm<AccountExitValues>({
    defaultValues: { password: '' },
  });

  const submit = handleSubmit(async ({ password }) => {
    setProblem(undefined);
    try {
      const answer = await withReauthentication(() => exit(password), confirm);
      if (answer === null) return;
      if (answer?.__typename === 'MessageSuccess') {
        onDone(answer.message);
        // The server has ended the session already.
        sessionStore.dispatch({ kind: 'logged-out', onPurpose: true });
      } else if (answer?.__typename !== 'ValidationProblem') setProblem(toUserMessage(answer));
      else if (!showFieldErrors(setError, answer.fieldErrors, ['password']))
        setProblem(answer.fieldErrors[0]?.messages[0]);
    } catch (error) {
      setProblem(toUserMessage(error));
    }
  });

  return {
    busy: formState.isSubmitting,
    form: {
      email: account?.user.email ?? '',
      field: register('password'),
      error: formState.errors.password?.message,
      problem,
      onSubmit: () => void submit(),
      onClose() {
        if (formState.isSubmitting) return;
        reset();
        setProblem(undefined);
        onClose();
      },
      children: dialog,
    },
  };
}
