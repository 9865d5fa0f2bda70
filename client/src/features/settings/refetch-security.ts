import type { DocumentNode } from 'graphql';
import { SecurityDocument, SecurityEventsDocument } from './security.generated';

/** Options of changes that show in the lists of the security page: nothing is kept, and both lists are read again. */
export const REFETCH_SECURITY: { fetchPolicy: 'no-cache'; refetchQueries: DocumentNode[] } = {
  fetchPolicy: 'no-cache',
  refetchQueries: [SecurityDocument, SecurityEventsDocument],
};
