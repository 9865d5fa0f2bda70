import type { DocumentNode } from 'graphql';
import { SecurityDocument, SecurityEventsDocument } from './security.generated';

/** Mutation options that refetch the lists of the security page instead of caching the response. */
export const REFETCH_SECURITY: { fetchPolicy: 'no-cache'; refetchQueries: DocumentNode[] } = {
  fetchPolicy: 'no-cache',
  refetchQueries: [SecurityDocument, SecurityEventsDocument],
};
