import { ApolloClient, ApolloLink, HttpLink } from '@apollo/client';
import { isSubscriptionOperation } from '@apollo/client/utilities';
import { operationNames as contentOperations } from '@/lib/content/content-operations.generated';
import { logFailure } from '@/lib/log';
import { activityHeaders } from '@/lib/session/activity';
import { storedTokens } from '@/lib/session/mappers';
import { createRefresher, type Refresher, type RunExclusively, runExclusively } from '@/lib/session/refresher';
import { observeServerDate, serverNow } from '@/lib/session/server-clock';
import { LogoutDocument, RefreshSessionDocument } from '@/lib/session/session.generated';
import { type SessionStore, sessionStore } from '@/lib/session/store';
import { VERSION_HEADER, versionWatch } from '@/lib/version/version';
import { createCache } from './cache';
import { endNotice, isConnectionFailure, ProblemError } from './errors';
import { createFetch } from './fetch';
import { createHttpLink } from './http-link';
import { createAuthenticationLink, createMfaSetupLink, createReplayLink, createRetryLink } from './links';
import { createLiveLink } from './live-link';
import { reachability } from './reachability';

export interface GraphQLConnection {
  /** Client of the current session; each login and logout creates a new one, so that sessions stay separate. */
  readonly client: ApolloClient;
  refresher: Refresher;
  /** Ends the session locally, then on the server; a server failure is only logged (spec §4 and §8). */
  logOut: () => Promise<void>;
}

export interface ConnectionOptions {
  store: SessionStore;
  httpUrl: string;
  webSocketUrl: string;
  /** URL of the content service. */
  contentUrl: string;
  exclusively: RunExclusively;
}

/**
 * Creates a connection. Content operations go to `contentUrl` without a bearer token. All others pass the replay after
 * UNAUTHENTICATED, bearer and retry links, then use the websocket (subscriptions) or HTTP.
 */
export function createConnection(options: ConnectionOptions): GraphQLConnection {
  const { store, httpUrl, webSocketUrl, contentUrl, exclusively } = options;
  const observedFetch = createFetch((headers) => {
    reachability.report(headers !== null);
    if (headers === null) return;
    observeServerDate(headers.get('date'));
    versionWatch.observe(headers.get(VERSION_HEADER));
  });

  const refresher = createRefresher({
    store,
    isConnectionFailure,
    endNotice,
    now: serverNow,
    exclusively,
    async requestTokens(refreshToken) {
      const { data } = await client.mutate({
        mutation: RefreshSessionDocument,
        variables: { refreshToken },
        // Tokens are renewed in every open tab; only input keeps the session alive.
        context: { anonymous: true, headers: activityHeaders() },
        fetchPolicy: 'no-cache',
      });
      if (data?.refresh.__typename === 'RefreshSuccess') return storedTokens(data.refresh.tokens);
      throw new ProblemError(data?.refresh ?? { message: '', code: '' });
    },
  });

  /** Loads again what failed while there was no connection. */
  function retryFailed(): void {
    if (!reachability.isReachable()) return;
    for (const query of client.getObservableQueries()) {
      // A failure is logged and shown as the first one was.
      if (query.getCurrentResult().error) query.refetch().catch(() => undefined);
    }
  }
  reachability.subscribe(retryFailed);
  function connected(): void {
    retryFailed();
    void versionWatch.check();
  }

  const productLink = ApolloLink.from([
    createReplayLink(store, refresher),
    createMfaSetupLink(store),
    createAuthenticationLink(store, refresher),
    createRetryLink(),
    ApolloLink.split(
      ({ query }) => isSubscriptionOperation(query),
      createLiveLink({ url: webSocketUrl, store, refresher, onConnected: connected }),
      createHttpLink({ uri: httpUrl, fetch: observedFetch }),
    ),
  ]);
  const contentLink = createRetryLink().concat(new HttpLink({ uri: contentUrl, fetch: observedFetch }));
  const link = ApolloLink.split(
    ({ operationName = '' }) => contentOperations.has(operationName),
    contentLink,
    productLink,
  );
  const createClient = () => new ApolloClient({ cache: createCache(), dataMasking: true, link });

  let client = createClient();
  let generation = store.generation();
  // Not `clearStore`, which is asynchronous: pages of the new session may already be loading.
  store.subscribe(() => {
    if (store.generation() === generation) return;
    generation = store.generation();
    client.stop();
    client = createClient();
  });

  return {
    get client() {
      return client;
    },
    refresher,
    async logOut() {
      const session = store.read();
      store.dispatch({ kind: 'logged-out', onPurpose: true });
      if (!session.loggedIn) return;
      try {
        await client.mutate({
          mutation: LogoutDocument,
          variables: { refreshToken: session.tokens.refresh_token },
          context: { bearer: session.tokens.auth_token },
          fetchPolicy: 'no-cache',
        });
      } catch (error) {
        // The tokens are deleted here and expire on the server.
        logFailure('The server could not be told of the log-out', error);
      }
    },
  };
}

const webSocketUrl = () => new URL('/graphql', location.href.replace(/^http/, 'ws')).href.replace(/#.*$/, '');

/** Connection of the application. */
export const connection = createConnection({
  store: sessionStore,
  httpUrl: '/graphql',
  webSocketUrl: webSocketUrl(),
  contentUrl: '/content/graphql',
  exclusively: runExclusively,
});
