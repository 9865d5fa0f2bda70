import type { DocumentNode } from 'graphql';
import { toUserMessage } from '@/lib/graphql/errors';
import { storedAccount } from '@/lib/session/from-server';
import type { SessionAccountFragment } from '@/lib/session/session.generated';
import { sessionStore } from '@/lib/session/store';
import { type NoticeKind, notify } from '@/ui/notify';
import { SecurityDocument, SecurityEventsDocument } from './security.generated';

/** Options of changes that show in the lists of the security page: nothing is kept, and both lists are read again. */
export const READ_AGAIN: { fetchPolicy: 'no-cache'; refetchQueries: DocumentNode[] } = {
  fetchPolicy: 'no-cache',
  refetchQueries: [SecurityDocument, SecurityEventsDocument],
};

/** Brings the stored account up to date with what the server answered to a save. */
export function keepAccount(account: SessionAccountFragment): void {
  const { user, org, domains } = storedAccount(account);
  sessionStore.dispatch({ kind: 'account-updated', update: { user, org, domains } });
}

/** A notice of the account flow (specification §9). */
export const tell = (kind: NoticeKind, message: string): void => {
  notify(kind, message, { flow: 'account' });
};

/** Tells a failure of any kind in the words of specification §8. */
export const tellFailure = (failure: unknown): void => tell('error', toUserMessage(failure));
