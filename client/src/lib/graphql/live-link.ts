import { ApolloLink } from '@apollo/client';
import i18next from 'i18next';
import { from, switchMap } from 'rxjs';
import type { Refresher } from '@/lib/session/refresher';
import type { SessionStore } from '@/lib/session/store';

/** Close codes for a rejected token (graphql-transport-ws). */
const REFUSED_CODES = [4401, 4403];

export interface LiveLinkOptions {
  url: string;
  store: SessionStore;
  refresher: Refresher;
  /** Called on each connection; after a server upgrade, idle tabs learn of it here first. */
  onConnected: () => void;
}

/**
 * Subscriptions over one websocket, opened and loaded with the first of them. Each login and logout closes the socket, so that
 * no feed outlives its session. A token that the server rejects because it expired is replaced before the next attempt.
 * Subscribers reconnect themselves, because only they know where to resume.
 */
export function createLiveLink({ url, store, refresher, onConnected }: LiveLinkOptions): ApolloLink {
  let connecting: Promise<ApolloLink> | null = null;

  async function connect(): Promise<ApolloLink> {
    const [{ createClient }, { GraphQLWsLink }] = await Promise.all([
      import('graphql-ws'),
      import('@apollo/client/link/subscriptions'),
    ]);
    let sent: string | null = null;
    let refused: string | null = null;
    const client = createClient({
      url,
      lazy: true,
      retryAttempts: 0,
      async connectionParams() {
        const token = await refresher.freshToken();
        sent = token !== null && token === refused ? await refresher.replaceToken(token) : token;
        // Browsers cannot set headers on a websocket.
        return { token: sent, language: i18next.language };
      },
      on: {
        connected: onConnected,
        closed(event) {
          if (event instanceof CloseEvent && REFUSED_CODES.includes(event.code)) refused = sent;
        },
      },
    });
    let generation = store.generation();
    store.subscribe(() => {
      if (store.generation() === generation) return;
      generation = store.generation();
      client.terminate();
    });
    return new GraphQLWsLink(client);
  }

  return new ApolloLink((operation, forward) => {
    connecting ??= connect().catch((error: unknown) => {
      connecting = null;
      throw error;
    });
    return from(connecting).pipe(switchMap((link) => link.request(operation, forward)));
  });
}
