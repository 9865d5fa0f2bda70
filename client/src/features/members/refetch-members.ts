import type { DocumentNode } from 'graphql';
import { InvitationsDocument, MembersDocument } from './members.generated';

/** Options of changes of members: nothing is kept, and both lists are read again. */
export const REFETCH_MEMBERS: { fetchPolicy: 'no-cache'; refetchQueries: DocumentNode[] } = {
  fetchPolicy: 'no-cache',
  refetchQueries: [MembersDocument, InvitationsDocument],
};
