import { toUserMessage } from '@/lib/graphql/errors';

interface Problem {
  message: string;
  fieldErrors?: readonly { messages: readonly string[] }[];
}

/** Error message for a one-field form: the field error, else the general one. */
export const fieldErrorMessage = (problem: Problem | undefined): string =>
  problem?.fieldErrors?.[0]?.messages[0] ?? toUserMessage(problem);
