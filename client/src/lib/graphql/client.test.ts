import { gql, type OperationVariables, type TypedDocumentNode } from '@apollo/client';
import { delay, HttpResponse } from 'msw';
import type { GraphQLQuery, GraphQLResponseBody } from 'msw/graphql';
import { FooterDocument } from '@/lib/content/homepage.generated';
import type { RunExclusively } from '@/lib/session/refresher';
import { createSessionStore } from '@/lib/session/store';
import { api, server } from '@/testing/server';
import { account, tokens } from '@/testing/session';
import { createCache } from './cache';
import { createConnection } from './client';

const VIEWER: TypedDocumentNode<{ viewer: { id: string } | null }, OperationVariables> = gql`
  query Viewer {
    viewer {
      id
    }
  }
`;

const exclusively: RunExclusively = (task) => task();

function setUp({ accessSeconds = 600 } = {}) {
  const store = createSessionStore(localStorage, window);
  store.dispatch({
    kind: 'logged-in',
    tokens: tokens({ now: Date.now(), accessSeconds, refreshSeconds: 3600 }),
    account: account(),
  });
  const connection = createConnection({
    store,
    exclusively,
    httpUrl: 'http://breachlight.test/graphql',
    webSocketUrl: 'ws://breachlight.test/graphql',
    contentUrl: 'http://breachlight.test/content/graphql',
  });
  const ask = () => connection.client.query({ query: VIEWER, fetchPolicy: 'network-only' });
  return { store, connection, ask };
}

const answer = (body: GraphQLResponseBody<GraphQLQuery>): HttpResponse<GraphQLResponseBody<GraphQLQuery>> =>
  HttpResponse.json(body);
const unauthenticated = () =>
  answer({ errors: [{ message: 'Log in again.', extensions: { code: 'UNAUTHENTICATED' } }] });
const viewer = () => answer({ data: { viewer: { __typename: 'Account', id: '1' } } });

/** Accepts one access token, issues it for any refresh token, and records requests. */
function serverThatTakes(valid: string) {
  const bearers: (string | null)[] = [];
  const refreshes: unknown[] = [];
  server.use(
    api.query('Viewer', ({ request }) => {
      const bearer = request.headers.get('authorization');
      bearers.push(bearer);
      return bearer === `Bearer ${valid}` ? viewer() : unauthenticated();
    }),
    api.mutation('RefreshSession', async ({ request, variables }) => {
      refreshes.push([variables['refreshToken'], request.headers.get('authorization')]);
      await delay(5);
      const fresh = tokens({ name: 'second', now: Date.now() });
      return HttpResponse.json({
        data: {
          refresh: {
            __typename: 'RefreshSuccess',
            tokens: {
              __typename: 'Tokens',
              authToken: fresh.auth_token,
              refreshToken: fresh.refresh_token,
              accessExpiresUtc: fresh.access_expires_utc,
              refreshExpiresUtc: fresh.refresh_expires_utc,
            },
          },
        },
      });
    }),
  );
  return { bearers, refreshes };
}

const footer = () => ({
  footer: { __typename: 'Footer', copyrightText: '© Acme', links: [] },
});

describe('an operation of the content service', () => {
  const variables = { status: 'PUBLISHED', locale: 'en' } as const;
  it('goes to the content service without the access token and shares the cache', async () => {
    const requests: [string, string | null][] = [];
    server.use(
      api.query('Footer', ({ request }) => {
        requests.push([new URL(request.url).pathname, request.headers.get('authorization')]);
        return answer({ data: footer() });
      }),
    );
    const { connection } = setUp();
    await connection.client.query({ query: FooterDocument, variables });
    expect(requests).toEqual([['/content/graphql', null]]);
    expect(connection.client.readQuery({ query: FooterDocument, variables })).toEqual(footer());
  });

  it('never refreshes or ends the session', async () => {
    const { refreshes } = serverThatTakes('access-second');
    server.use(api.query('Footer', unauthenticated));
    const { connection, store } = setUp();
    await expect(connection.client.query({ query: FooterDocument, variables })).rejects.toThrow('Log in again.');
    expect(refreshes).toEqual([]);
    expect(store.read().loggedIn).toBe(true);
  });
});

it('components with repeated ids stay separate per document', () => {
  const cache = createCache();
  const write = (locale: string, linkText: string) => {
    const links = [{ __typename: 'ComponentFooterLink' as const, id: '1', linkText, linkURL: '/' }];
    const data = { footer: { __typename: 'Footer' as const, copyrightText: '', links } };
    cache.writeQuery({ query: FooterDocument, variables: { status: 'PUBLISHED', locale }, data });
  };
  write('en', 'Terms');
  write('de', 'Nutzungsbedingungen');
  const read = cache.readQuery({ query: FooterDocument, variables: { status: 'PUBLISHED', locale: 'en' } });
  expect(read?.footer?.links?.[0]?.linkText).toBe('Terms');
});

describe('an operation of a session', () => {
  it('carries the access token', async () => {
    const { bearers, refreshes } = serverThatTakes('access-first');
    const { ask } = setUp();
    expect((await ask()).data?.viewer?.id).toBe('1');
    expect(bearers).toEqual(['Bearer access-first']);
    expect(refreshes).toEqual([]);
  });

  it('waits for a new token if the old one is about to expire; concurrent operations share it', async () => {
    const { bearers, refreshes } = serverThatTakes('access-second');
    const { connection } = setUp({ accessSeconds: 2 });
    const ask = () =>
      connection.client.query({ query: VIEWER, fetchPolicy: 'no-cache', context: { queryDeduplication: false } });
    await Promise.all([ask(), ask(), ask()]);
    expect(bearers).toEqual(Array.from({ length: 3 }, () => 'Bearer access-second'));
    expect(refreshes).toEqual([['refresh-first', null]]);
  });

  it('is retried with a new token after UNAUTHENTICATED', async () => {
    const { bearers, refreshes } = serverThatTakes('access-second');
    const { ask, store } = setUp();
    expect((await ask()).data?.viewer?.id).toBe('1');
    expect(bearers).toEqual(['Bearer access-first', 'Bearer access-second']);
    expect(refreshes).toHaveLength(1);
    expect(store.read().tokens?.auth_token).toBe('access-second');
  });

  it('is retried only once', async () => {
    const { bearers } = serverThatTakes('another');
    const { ask } = setUp();
    await expect(ask()).rejects.toThrow('Log in again.');
    expect(bearers).toEqual(['Bearer access-first', 'Bearer access-second']);
  });

  it('of an older session does not end a newer one', async () => {
    const { refreshes } = serverThatTakes('access-first');
    const { ask, store } = setUp();
    server.use(
      api.query('Viewer', async () => {
        store.dispatch({ kind: 'logged-in', tokens: tokens({ name: 'newer', now: Date.now() }), account: account() });
        await delay(1);
        return unauthenticated();
      }),
    );
    await expect(ask()).rejects.toThrow('QueryManager stopped');
    expect(refreshes).toEqual([]);
    expect(store.read().tokens?.auth_token).toBe('access-newer');
  });

  // spec: S8.2
  it('is tried three times without a response, a mutation once', async () => {
    const { ask, connection } = setUp();
    let tries = 0;
    server.use(
      api.operation(() => {
        tries += 1;
        return HttpResponse.error();
      }),
    );
    await expect(ask()).rejects.toThrow('No response');
    expect(tries).toBe(3);
    await expect(
      connection.client.mutate({
        mutation: gql`
          mutation UndoAlertOperation {
            undoAlertOperation(operationId: "1") {
              __typename
            }
          }
        `,
      }),
    ).rejects.toThrow('No response');
    expect(tries).toBe(4);
  });
});

describe('a logout', () => {
  // spec: S4.2 S4.9
  it('clears the session immediately and sends the refresh token to the server', async () => {
    const seen: unknown[] = [];
    server.use(
      api.mutation('Logout', ({ request, variables }) => {
        seen.push([variables['refreshToken'], request.headers.get('authorization')]);
        return HttpResponse.json({ data: { logout: { __typename: 'LogoutSuccess', message: 'Logged out' } } });
      }),
    );
    const { connection, store } = setUp();
    const done = connection.logOut();
    expect(store.read().loggedIn).toBe(false);
    await done;
    expect(seen).toEqual([['refresh-first', 'Bearer access-first']]);
  });

  // spec: S4.9 S8.17
  it('works locally if the server is unreachable, which is logged', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    server.use(api.mutation('Logout', () => HttpResponse.error()));
    const { connection, store } = setUp();
    await connection.logOut();
    expect(store.read().loggedIn).toBe(false);
    expect(log).toHaveBeenCalledWith(
      'The server could not be told of the log-out:',
      expect.stringContaining('No response from the server'),
    );
  });

  it('clears the cache, also after a logout in another tab', async () => {
    serverThatTakes('access-first');
    const { ask, store, connection } = setUp();
    await ask();
    expect(connection.client.extract()).not.toEqual({});
    localStorage.removeItem('auth');
    window.dispatchEvent(new StorageEvent('storage', { key: 'auth_changed' }));
    expect(store.read().loggedIn).toBe(false);
    expect(connection.client.extract()).toEqual({});
  });
});
