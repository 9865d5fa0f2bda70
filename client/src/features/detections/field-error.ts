import { toUserMessage } from '@/lib/graphql/errors';

interface Problem {
  message: string;
  fieldErrors?: readonly { messages: readonly string[] }[];
}

/** Why the server refused a form of one field: what is wrong with the field, else the whole. */
export const fieldErrorMessage = (problem: Problem | undefined): string =>
  problem?.fieldErrors?.[0]?.messages[0] ?? toUserMessage(problem);
