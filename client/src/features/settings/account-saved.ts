import { storedAccount } from '@/lib/session/from-server';
import type { SessionAccountFragment } from '@/lib/session/session.generated';
import { sessionStore } from '@/lib/session/store';

/** Brings the stored account up to date with what the server answered to a save. */
export function keepAccount(account: SessionAccountFragment): void {
  const { user, org, domains } = storedAccount(account);
  sessionStore.dispatch({ kind: 'account-updated', update: { user, org, domains } });
}
