import { useSyncExternalStore } from 'react';
import { parseSession, type Session } from './session';
import { nextSession, type SessionEvent } from './transitions';

/** The key of spec §3, Session. */
export const SESSION_KEY = 'auth';
/** Written after every change, so that other tabs read the session anew (spec §4). */
export const SYNC_MARKER_KEY = 'auth_changed';

/** What a change was: `generation` counts log-ins and log-outs, seen from this tab; a refresh does not change it. */
export interface SessionChange {
  previous: Session;
  current: Session;
  foreign: boolean;
}

/** The window, as far as the store needs it. */
export interface StorageEvents {
  addEventListener: (type: 'storage', listener: (event: { key: string | null }) => void) => void;
}

export interface SessionStore {
  read: () => Session;
  /** Reads storage anew and returns what it holds: another tab may have just renewed the tokens. */
  reread: () => Session;
  /** A number that grows with every log-in and log-out: an answer of an older generation must not end a newer session. */
  generation: () => number;
  /** Whether the last session of this tab was ended by its user, here. */
  endedOnPurpose: () => boolean;
  dispatch: (event: SessionEvent) => Session;
  subscribe: (listener: (change: SessionChange) => void) => () => void;
}

const belongsToAnother = (previous: Session, current: Session) =>
  previous.loggedIn !== current.loggedIn || previous.account?.user.email !== current.account?.user.email;

/**
 * The session in local storage, shared by all tabs. Storage that cannot be written (private windows, a full quota) leaves the
 * session in this tab's memory.
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
      // The session lives on in this tab's memory.
    }
    stored = readStorage();
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

  // `key` is null when the whole storage was cleared.
  tab.addEventListener('storage', ({ key }) => {
    if (key === null || key === SYNC_MARKER_KEY || key === SESSION_KEY) reread();
  });

  return {
    read: () => session,
    reread,
    generation: () => generation,
    endedOnPurpose: () => endedOnPurpose,
    dispatch(event) {
      // Tokens that another tab has just stored must not be lost under an update of this one.
      reread();
      const next = nextSession(session, event);
      // What changes nothing is not written: each write can cross one of another tab.
      if (next === session || JSON.stringify(next) === JSON.stringify(session)) return session;
      endedOnPurpose = event.kind === 'logged-out' && event.onPurpose === true;
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

/** The one session of this browser. */
export const sessionStore = createSessionStore(localStorage, window);

/** The session, read anew by the component whenever it changes here or in another tab. */
export const useSession = (): Session =>
  useSyncExternalStore(sessionStore.subscribe, sessionStore.read, sessionStore.read);
