import type { Tokens } from './session';
import type { SessionStore } from './store';
import { dueAt, REFRESH_CHECK_INTERVAL_MILLISECONDS } from './transitions';

const LOCK_NAME = 'auth-refresh';

/** The session has ended; there is no token. */
export class SessionEndedError extends Error {
  override name = 'SessionEndedError';
}

/** Runs a task exclusively among all tabs. */
export type RunExclusively = <T>(task: () => Promise<T>) => Promise<T>;

export interface RefresherOptions {
  store: SessionStore;
  /** Exchanges a refresh token for new tokens; rejects on refusal or without a response. */
  requestTokens: (refreshToken: string) => Promise<Tokens>;
  /** Whether an error only means that the server was unreachable. */
  isConnectionFailure: (error: unknown) => boolean;
  /** What the login page says about a refusal. */
  endNotice?: (error: unknown) => string | undefined;
  now: () => number;
  exclusively: RunExclusively;
}

export interface Refresher {
  /** Current access token, refreshed first if about to expire; null for a visitor. */
  freshToken: () => Promise<string | null>;
  /** Token newer than the rejected one. Rejects if the session has ended. */
  replaceToken: (rejected: string) => Promise<string>;
  /** Check once per second: refreshes or ends the session when due; never rejects. */
  check: () => Promise<void>;
}

/** Lock across tabs; without Web Locks, single flight in this tab only. */
export const runExclusively: RunExclusively = async (task) =>
  'locks' in navigator ? await navigator.locks.request(LOCK_NAME, task) : await task();

/**
 * Refreshes the tokens of a session (spec §4): one request at a time across tabs, rereading storage under the lock, at most one
 * attempt per second after a failure. An unreachable server keeps the session; any other failure ends it.
 */
export function createRefresher(options: RefresherOptions): Refresher {
  const { store, requestTokens, isConnectionFailure, endNotice, now, exclusively } = options;
  let inFlight: Promise<string> | null = null;
  let lastFailure: { at: number; error: unknown; generation: number } | null = null;

  async function renewAlone(stale: string): Promise<string> {
    const session = store.reread();
    if (!session.loggedIn) throw new SessionEndedError('The session has ended.');
    if (session.tokens.auth_token !== stale) return session.tokens.auth_token;
    const generation = store.generation();
    const spentRefreshToken = session.tokens.refresh_token;
    try {
      const tokens = await requestTokens(spentRefreshToken);
      store.dispatch({ kind: 'refreshed', spentRefreshToken, tokens });
    } catch (error) {
      lastFailure = { at: now(), error, generation };
      if (!isConnectionFailure(error) && store.generation() === generation)
        store.dispatch({ kind: 'logged-out', notice: endNotice?.(error) });
      throw error;
    }
    lastFailure = null;
    const renewed = store.read();
    if (!renewed.loggedIn) throw new SessionEndedError('The session has ended.');
    return renewed.tokens.auth_token;
  }

  async function renew(stale: string): Promise<string> {
    const isRecent = lastFailure && now() - lastFailure.at < REFRESH_CHECK_INTERVAL_MILLISECONDS;
    // A new session isn't the one that failed.
    if (isRecent && lastFailure?.generation === store.generation()) throw lastFailure.error;
    inFlight ??= exclusively(() => renewAlone(stale)).finally(() => {
      inFlight = null;
    });
    return await inFlight;
  }

  async function freshToken(): Promise<string | null> {
    const session = store.read();
    if (!session.loggedIn) return null;
    switch (dueAt(session, now())) {
      case 'nothing':
        return session.tokens.auth_token;
      case 'refresh':
        return await renew(session.tokens.auth_token);
      case 'log-out':
        // Another tab may have refreshed the tokens while this one slept.
        if (dueAt(store.reread(), now()) !== 'log-out') return await freshToken();
        store.dispatch({ kind: 'logged-out' });
        return null;
    }
  }

  return {
    freshToken,
    replaceToken: renew,
    async check() {
      try {
        await freshToken();
      } catch {
        // The next check retries, or the session has already ended.
      }
    },
  };
}
