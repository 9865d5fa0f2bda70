import { connection } from '@/lib/graphql/client';
import { logFailure } from '@/lib/log';
import { storedAccount } from './mappers';
import { type SessionAccountFragment, ViewerDocument } from './session.generated';
import { sessionStore } from './store';

/** Updates the stored account from a server response. */
export function syncAccount(account: SessionAccountFragment): void {
  const { user, org, domains } = storedAccount(account);
  sessionStore.dispatch({ kind: 'account-updated', update: { user, org, domains } });
}

/** Reloads the account, which may have changed on another device. Failures are only logged. */
export async function refetchAccount(): Promise<void> {
  const generation = sessionStore.generation();
  try {
    const { data } = await connection.client.query({ query: ViewerDocument, fetchPolicy: 'network-only' });
    // Ignore responses of an earlier session.
    if (data?.viewer && sessionStore.generation() === generation) syncAccount(data.viewer);
  } catch (error) {
    // Ignore the failure if the user has logged out meanwhile.
    if (sessionStore.generation() === generation) logFailure('The account could not be read', error);
  }
}
