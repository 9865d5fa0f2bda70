import type { DocumentNode } from 'graphql';
import { toUserMessage } from '@/lib/graphql/errors';
import { notify } from '@/ui/notify';
import { InvitationsDocument, MembersDocument } from './members.generated';

/** Options of changes of members: nothing is kept, and both lists are read again. */
export const READ_AGAIN: { fetchPolicy: 'no-cache'; refetchQueries: DocumentNode[] } = {
  fetchPolicy: 'no-cache',
  refetchQueries: [MembersDocument, InvitationsDocument],
};

interface Outcome {
  __typename: string;
  message?: string;
  fieldErrors?: readonly { messages: readonly string[] }[];
}

/** Tells how a change ended, in the server's words; null says that the user gave up. Says whether it was done. */
export function tellOutcome(outcome: Outcome | null | undefined): boolean {
  if (outcome === null) return false;
  const done = outcome?.__typename.endsWith('Success') ?? false;
  const message = outcome?.fieldErrors?.[0]?.messages[0] ?? toUserMessage(outcome);
  notify(done ? 'success' : 'error', message, { flow: 'account' });
  return done;
}

export const tellFailure = (failure: unknown): void => {
  notify('error', toUserMessage(failure), { flow: 'account' });
};
