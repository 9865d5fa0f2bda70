import { ApolloLink } from '@apollo/client';
import i18next from 'i18next';
import { from, switchMap } from 'rxjs';
import type { Refresher } from '@/lib/session/refresher';
import type { SessionStore } from '@/lib/session/store';

/** Close codes by which the server refuses the token of a socket (graphql-transport-ws). */
const REFUSED_CODES = [4401, 4403];

export interface LiveLinkOptions {
  url: string;
  store: SessionStore;
  refresher: Refresher;
  /** Called each time the socket stands: after an upgrade of the server, this is the first that an idle tab hears of it. */
  onConnected: () => void;
}

/**
 * Subscriptions over one websocket, opened with the first of them. The code for it is loaded then, too: visitors do without.
 * Each log-in and log-out closes the socket, so that no feed outlives its session. A token that the server refuses (it has
 * ended while the socket was open) is replaced before the next attempt. Coming back after a lost connection is left to the
 * subscriber: only it knows from where to go on.
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
        // Browsers set no header of ours on a socket.
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
