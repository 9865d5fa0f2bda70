import type { DocumentNode } from 'graphql';
import { InvitationsDocument, MembersDocument } from './members.generated';

/** Mutation options that refetch both member lists instead of caching the response. */
export const REFETCH_MEMBERS: { fetchPolicy: 'no-cache'; refetchQueries: DocumentNode[] } = {
  fetchPolicy: 'no-cache',
  refetchQueries: [MembersDocument, InvitationsDocument],
};
