import { connection } from '@/lib/graphql/client';
import { logFailure } from '@/lib/log';
import { storedAccount } from './mappers';
import { type SessionAccountFragment, ViewerDocument } from './session.generated';
import { sessionStore } from './store';

/** Brings the stored account up to date with what the server has just answered. */
export function syncAccount(account: SessionAccountFragment): void {
  const { user, org, domains } = storedAccount(account);
  sessionStore.dispatch({ kind: 'account-updated', update: { user, org, domains } });
}

/** Reads the account anew: it may have been changed on another device. A failure is only logged. */
export async function refetchAccount(): Promise<void> {
  const generation = sessionStore.generation();
  try {
    const { data } = await connection.client.query({ query: ViewerDocument, fetchPolicy: 'network-only' });
    // An answer that belongs to a session before this one says nothing about it.
    if (data?.viewer && sessionStore.generation() === generation) syncAccount(data.viewer);
  } catch (error) {
    // Whoever logs out meanwhile wants no answer any more.
    if (sessionStore.generation() === generation) logFailure('The account could not be read', error);
  }
}
