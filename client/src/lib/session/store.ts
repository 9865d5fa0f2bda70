import { useSyncExternalStore } from 'react';
import { parseSession, type Session } from './session';
import { nextSession, type SessionEvent } from './transitions';

/** Storage key (spec §3, Session). */
export const SESSION_KEY = 'auth';
/** Sync marker, written after each change so that other tabs reread the session (spec §4). */
export const SYNC_MARKER_KEY = 'auth_changed';

/** Why the last session ended, for the login page; removed by the next login or logout. */
export const NOTICE_KEY = 'auth_notice';
const LONGEST_NOTICE_CHARACTERS = 500;

/** Change event. `generation` counts logins and logouts seen by this tab, not refreshes. */
export interface SessionChange {
  previous: Session;
  current: Session;
  foreign: boolean;
}

/** Subset of Window used by the store. */
export interface StorageEvents {
  addEventListener: (type: 'storage', listener: (event: { key: string | null }) => void) => void;
}

export interface SessionStore {
  read: () => Session;
  /** Rereads storage, because another tab may have just refreshed the tokens. */
  reread: () => Session;
  /** Incremented on each login and logout; responses of an older generation must not end a newer session. */
  generation: () => number;
  /** Whether the user ended the last session in this tab. */
  endedOnPurpose: () => boolean;
  /** Why the last session ended, if the server gave a reason; the same in all tabs. */
  endNotice: () => string | null;
  dispatch: (event: SessionEvent) => Session;
  subscribe: (listener: (change: SessionChange) => void) => () => void;
}

const belongsToAnother = (previous: Session, current: Session) =>
  previous.loggedIn !== current.loggedIn || previous.account?.user.email !== current.account?.user.email;

/**
 * Session in local storage, shared by all tabs. If storage cannot be written (private windows, full quota), the session is kept
 * in memory.
 */
export function createSessionStore(storage: Storage, tab: StorageEvents): SessionStore {
  let stored = readStorage();
  let session = parseSession(stored);
  let generation = 1;
  let endedOnPurpose = false;
  const listeners = new Set<(change: SessionChange) => void>();
  if (stored !== null && !session.loggedIn) write(session);

  function readStorage(): string | null {
    try {
      return storage.getItem(SESSION_KEY);
    } catch {
      return null;
    }
  }

  function write(next: Session): void {
    try {
      if (next.loggedIn) storage.setItem(SESSION_KEY, JSON.stringify(next));
      else storage.removeItem(SESSION_KEY);
      storage.setItem(SYNC_MARKER_KEY, crypto.randomUUID());
    } catch {
      // Keep the session in memory.
    }
    stored = readStorage();
  }

  function writeNotice(notice: string | undefined): void {
    try {
      if (notice === undefined) storage.removeItem(NOTICE_KEY);
      else storage.setItem(NOTICE_KEY, notice.slice(0, LONGEST_NOTICE_CHARACTERS));
    } catch {
      // The login page shows none.
    }
  }

  function become(next: Session, options: { foreign: boolean; newSession: boolean }): void {
    const previous = session;
    session = next;
    if (options.newSession) generation += 1;
    for (const listener of listeners) listener({ previous, current: next, foreign: options.foreign });
  }

  function reread(): Session {
    const found = readStorage();
    if (found !== stored) {
      stored = found;
      const next = parseSession(found);
      if (next.loggedIn || session.loggedIn)
        become(next, { foreign: true, newSession: belongsToAnother(session, next) });
    }
    return session;
  }

  // `key` is null if the whole storage was cleared.
  tab.addEventListener('storage', ({ key }) => {
    if (key === null || key === SYNC_MARKER_KEY || key === SESSION_KEY) reread();
  });

  return {
    read: () => session,
    reread,
    generation: () => generation,
    endedOnPurpose: () => endedOnPurpose,
    endNotice() {
      try {
        return storage.getItem(NOTICE_KEY);
      } catch {
        return null;
      }
    },
    dispatch(event) {
      // Keep tokens that another tab has just stored.
      reread();
      const next = nextSession(session, event);
      // Skip writes without changes; each write can race with another tab.
      if (next === session || JSON.stringify(next) === JSON.stringify(session)) return session;
      endedOnPurpose = event.kind === 'logged-out' && event.onPurpose === true;
      if (event.kind === 'logged-in' || event.kind === 'logged-out')
        writeNotice(event.kind === 'logged-out' ? event.notice : undefined);
      write(next);
      become(next, { foreign: false, newSession: event.kind === 'logged-in' || event.kind === 'logged-out' });
      return next;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Session of this browser. */
export const sessionStore = createSessionStore(localStorage, window);

/** Session, updated on changes in this and other tabs. */
export const useSession = (): Session =>
  useSyncExternalStore(sessionStore.subscribe, sessionStore.read, sessionStore.read);
