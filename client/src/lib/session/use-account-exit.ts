import { type ReactNode, useState } from 'react';
import { useForm, type UseFormRegisterReturn } from 'react-hook-form';
import { showFieldErrors } from '@/lib/field-errors';
import { toUserMessage } from '@/lib/graphql/errors';
import { useReauthentication } from './reauthentication';
import { sessionStore } from './store';
import { withReauthentication } from './with-reauthentication';

interface AccountExitValues {
  password: string;
}

type Answer =
  | { __typename: 'MessageSuccess'; message: string }
  | { __typename: 'ValidationProblem'; fieldErrors: { field: string; messages: readonly string[] }[] }
  | { __typename: 'RefusedProblem' | 'ThrottledProblem'; message: string };

interface AccountExit {
  /** For the input of the password, and what is wrong with what it holds. */
  field: UseFormRegisterReturn;
  error: string | undefined;
  /** Why it was refused, where that is no matter of the password. */
  problem: string | undefined;
  submit: () => void;
  busy: boolean;
  /** Gives up, and forgets the password; not while the question is under way. */
  close: () => void;
  /** Belongs inside the window that is open at the time. */
  dialog: ReactNode;
}

/** What ends the user's place in an account: the password is asked for, and with the answer the session is over. */
export function useAccountExit(
  part: (password: string) => Promise<Answer | undefined>,
  onParted: (message: string) => void,
  onClose: () => void,
): AccountExit {
  const { confirm, dialog } = useReauthentication();
  const [problem, setProblem] = useState<string>();
  const { register, handleSubmit, reset, setError, formState } = useForm<AccountExitValues>({
    defaultValues: { password: '' },
  });

  const submit = handleSubmit(async ({ password }) => {
    setProblem(undefined);
    try {
      const answer = await withReauthentication(() => part(password), confirm);
      if (answer === null) return;
      if (answer?.__typename === 'MessageSuccess') {
        onParted(answer.message);
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
    field: register('password'),
    error: formState.errors.password?.message,
    problem,
    submit: () => void submit(),
    busy: formState.isSubmitting,
    close() {
      if (formState.isSubmitting) return;
      reset();
      setProblem(undefined);
      onClose();
    },
    dialog,
  };
}
