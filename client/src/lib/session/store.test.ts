import { account, tokens } from '@/testing/session';
import { LOGGED_OUT, parseSession } from './session';
import { createSessionStore, SESSION_KEY, type SessionChange, type StorageEvents, SYNC_MARKER_KEY } from './store';

/** Simulated tabs with a shared local storage and `storage` events. */
function createBrowser() {
  const entries = new Map<string, string>();
  const tabs: ((event: { key: string | null }) => void)[] = [];

  return function openTab() {
    const own = tabs.length;
    const changed = (key: string) => {
      for (const [index, listener] of tabs.entries()) if (index !== own) listener({ key });
    };
    const storage: Storage = {
      get length() {
        return entries.size;
      },
      key: (index) => [...entries.keys()][index] ?? null,
      clear: () => entries.clear(),
      getItem: (key) => entries.get(key) ?? null,
      setItem(key, value) {
        entries.set(key, value);
        changed(key);
      },
      removeItem(key) {
        entries.delete(key);
        changed(key);
      },
    };
    const events: StorageEvents = { addEventListener: (_type, listener) => tabs.push(listener) };
    return { storage, store: createSessionStore(storage, events) };
  };
}

const logIn = { kind: 'logged-in', tokens: tokens(), account: account() } as const;

describe('the session store', () => {
  it('stores the session in local storage under `auth`, with a sync marker', () => {
    const { storage, store } = createBrowser()();
    store.dispatch(logIn);
    expect(JSON.parse(storage.getItem(SESSION_KEY) ?? '')).toEqual({
      loggedIn: true,
      tokens: tokens(),
      account: account(),
    });
    const marker = storage.getItem(SYNC_MARKER_KEY);
    store.dispatch({ kind: 'refreshed', spentRefreshToken: 'refresh-first', tokens: tokens({ name: 'second' }) });
    expect(storage.getItem(SYNC_MARKER_KEY)).not.toBe(marker);
  });

  // spec: S3.1 S4.2
  it('removes the session from storage on logout', () => {
    const { storage, store } = createBrowser()();
    store.dispatch(logIn);
    store.dispatch({ kind: 'logged-out' });
    expect(storage.getItem(SESSION_KEY)).toBeNull();
  });

  // spec: S4.4
  it('other tabs follow a login and logout, marked as coming from elsewhere', () => {
    const openTab = createBrowser();
    const [here, there] = [openTab(), openTab()];
    const changes: SessionChange[] = [];
    there.store.subscribe((change) => changes.push(change));
    here.store.dispatch(logIn);
    expect(there.store.read()).toEqual(here.store.read());
    here.store.dispatch({ kind: 'logged-out' });
    expect(there.store.read()).toBe(LOGGED_OUT);
    expect(changes.map(({ current, foreign }) => [current.loggedIn, foreign])).toEqual([
      [true, true],
      [false, true],
    ]);
  });

  it('increments the generation on login and logout but not on refresh, in all tabs', () => {
    const openTab = createBrowser();
    const [here, there] = [openTab(), openTab()];
    const generations = () => [here.store.generation(), there.store.generation()];
    expect(generations()).toEqual([1, 1]);
    here.store.dispatch(logIn);
    expect(generations()).toEqual([2, 2]);
    there.store.dispatch({ kind: 'refreshed', spentRefreshToken: 'refresh-first', tokens: tokens({ name: 'second' }) });
    expect(generations()).toEqual([2, 2]);
    expect(here.store.read().tokens?.auth_token).toBe('access-second');
    there.store.dispatch({ kind: 'logged-out' });
    expect(generations()).toEqual([3, 3]);
  });

  it('increments the generation for another account in another tab', () => {
    const openTab = createBrowser();
    const [here, there] = [openTab(), openTab()];
    here.store.dispatch(logIn);
    there.store.dispatch({ ...logIn, account: account({ email: 'grace@acme.example' }) });
    expect(here.store.generation()).toBe(3);
  });

  // spec: S4.10
  it('an update keeps tokens just stored by another tab', () => {
    const { storage, store: here } = createBrowser()();
    here.dispatch(logIn);
    const unaware = createSessionStore(storage, { addEventListener: () => undefined });
    const renewed = { ...tokens(), auth_token: 'renewed', refresh_token: 'renewed' };
    here.dispatch({ kind: 'refreshed', spentRefreshToken: tokens().refresh_token, tokens: renewed });
    unaware.dispatch({ kind: 'account-updated', update: { user: { first_name: 'Ida' } } });
    const stored = parseSession(storage.getItem(SESSION_KEY));
    expect([stored.tokens, stored.account?.user.first_name]).toEqual([renewed, 'Ida']);
  });

  it('a32: broken storage is removed and treated as a logout', () => {
    const { storage } = createBrowser()();
    storage.setItem(SESSION_KEY, '{"loggedIn":true');
    const store = createSessionStore(storage, window);
    expect(store.read()).toBe(LOGGED_OUT);
    expect(storage.getItem(SESSION_KEY)).toBeNull();
  });

  // spec: S3.24
  it('falls back to memory if storage cannot be written', () => {
    const { storage } = createBrowser()();
    storage.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    const store = createSessionStore(storage, window);
    store.dispatch(logIn);
    expect(store.read().loggedIn).toBe(true);
    expect(store.reread().loggedIn).toBe(true);
  });
});
