import { account, tokens } from '@/testing/session';
import { createRefresher, type RunExclusively } from './refresher';
import type { Tokens } from './session';
import { createSessionStore } from './store';

class OutOfReach extends Error {}

const start = Date.parse('2026-03-01T12:00:00Z');

function setUp({ accessSeconds = 3, refreshSeconds = 3600 } = {}) {
  localStorage.clear();
  let now = start;
  const store = createSessionStore(localStorage, window);
  store.dispatch({ kind: 'logged-in', tokens: tokens({ now, accessSeconds, refreshSeconds }), account: account() });
  const asked: string[] = [];
  let answer = (): Promise<Tokens> => Promise.resolve(tokens({ name: 'second', now }));
  let queue = Promise.resolve<unknown>(undefined);
  // Sequential, like Web Locks.
  const exclusively: RunExclusively = (task) => {
    const run = queue.then(task);
    queue = run.catch(() => undefined);
    return run;
  };
  const options = {
    store,
    requestTokens(refreshToken: string) {
      asked.push(refreshToken);
      return answer();
    },
    isConnectionFailure: (error: unknown) => error instanceof OutOfReach,
    now: () => now,
    exclusively,
  };
  return {
    store,
    asked,
    refresher: createRefresher(options),
    options,
    pass(milliseconds: number) {
      now += milliseconds;
    },
    answerWith(next: () => Promise<Tokens>) {
      answer = next;
    },
  };
}

describe('the access token', () => {
  it('is sent unchanged while valid', async () => {
    const { refresher, asked } = setUp({ accessSeconds: 60 });
    expect(await refresher.freshToken()).toBe('access-first');
    expect(asked).toEqual([]);
  });

  // spec: S4.6
  it('is refreshed if it expires within 5 seconds, and stored', async () => {
    const { refresher, asked, store } = setUp();
    expect(await refresher.freshToken()).toBe('access-second');
    expect(asked).toEqual(['refresh-first']);
    expect(store.read().tokens?.refresh_token).toBe('refresh-second');
  });

  // spec: S4.5
  it('is refreshed once for concurrent requests', async () => {
    const { refresher, asked } = setUp();
    const sent = await Promise.all([
      refresher.freshToken(),
      refresher.freshToken(),
      refresher.replaceToken('access-first'),
    ]);
    expect(sent).toEqual(['access-second', 'access-second', 'access-second']);
    expect(asked).toEqual(['refresh-first']);
  });

  it('is refreshed once for two tabs waiting for the same lock', async () => {
    const { refresher, asked, options } = setUp();
    const otherTab = createRefresher({ ...options, store: createSessionStore(localStorage, window) });
    expect(await Promise.all([refresher.freshToken(), otherTab.freshToken()])).toEqual([
      'access-second',
      'access-second',
    ]);
    expect(asked).toEqual(['refresh-first']);
  });

  it('is not refreshed again if the rejected one was already replaced', async () => {
    const { refresher, asked } = setUp();
    await refresher.freshToken();
    expect(await refresher.replaceToken('access-first')).toBe('access-second');
    expect(asked).toHaveLength(1);
  });

  it('is null for a visitor', async () => {
    const { refresher, store } = setUp();
    store.dispatch({ kind: 'logged-out' });
    expect(await refresher.freshToken()).toBeNull();
    await expect(refresher.replaceToken('access-first')).rejects.toThrow('The session has ended.');
  });
});

describe('the end of a session', () => {
  // spec: S4.3
  it('follows the expiry of both tokens', async () => {
    const { refresher, store, asked } = setUp({ refreshSeconds: 0 });
    await refresher.check();
    expect(store.read().loggedIn).toBe(false);
    expect(asked).toEqual([]);
  });

  // spec: S4.8
  it('follows a rejected refresh token', async () => {
    const { refresher, store, answerWith } = setUp();
    answerWith(() => Promise.reject(new Error('The refresh token has been used before')));
    await refresher.check();
    expect(store.read().loggedIn).toBe(false);
  });

  // spec: S4.5 S4.7 S9.4
  it('does not follow an unreachable server; the next second retries', async () => {
    const { refresher, store, asked, answerWith, pass } = setUp();
    answerWith(() => Promise.reject(new OutOfReach()));
    await refresher.check();
    expect(store.read().loggedIn).toBe(true);
    pass(999);
    await refresher.check();
    expect(asked).toHaveLength(1);
    pass(1);
    answerWith(() => Promise.resolve(tokens({ name: 'second', now: start })));
    await refresher.check();
    expect(store.read().tokens?.auth_token).toBe('access-second');
  });

  it('does not affect a session that started meanwhile', async () => {
    const { refresher, store, answerWith } = setUp();
    answerWith(() => {
      store.dispatch({ kind: 'logged-in', tokens: tokens({ name: 'new' }), account: account() });
      return Promise.reject(new Error('refused'));
    });
    await refresher.check();
    expect(store.read().tokens?.auth_token).toBe('access-new');
  });
});
