import '@/i18n';
import 'graphiql/setup-workers/vite';
import 'graphiql/style.css';
import './graphiql.css';
import { createGraphiQLFetcher } from '@graphiql/toolkit';
import { GraphiQL } from 'graphiql';
import { createClient } from 'graphql-ws';
import { createRoot } from 'react-dom/client';
import { translate } from '@/i18n';
import { connection } from '@/lib/graphql/client';

const url = new URL('/graphql', location.href);
const socketUrl = new URL('/graphql', location.href.replace(/^http/, 'ws'));

/** Uses the dashboard session of this browser; an explicit Authorization header wins. */
const fetcher = createGraphiQLFetcher({
  url: url.href,
  enableIncrementalDelivery: false,
  // Not `wsConnectionParams`, which accepts no function: each connection needs a fresh token.
  wsClient: createClient({
    url: socketUrl.href,
    connectionParams: async () => ({ token: await connection.refresher.freshToken() }),
  }),
  async fetch(input, init) {
    const headers = new Headers(init?.headers);
    const token = headers.has('authorization') ? null : await connection.refresher.freshToken();
    if (token !== null) headers.set('authorization', `Bearer ${token}`);
    return await fetch(input, { ...init, headers });
  },
});

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element "root".');
createRoot(root).render(
  <main>
    <h1 className="heading">{translate('app:graphiql')}</h1>
    <GraphiQL fetcher={fetcher} />
  </main>,
);
