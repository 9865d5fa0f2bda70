import { ApolloProvider } from '@apollo/client/react';
import { lazy, Suspense } from 'react';
import { type DataRouter, RouterProvider } from 'react-router-dom';
import { connection } from '@/lib/graphql/client';
import { useSession } from '@/lib/session/store';
import { SessionKeeper } from './session-keeper';
import { SiteSettingsLoader } from './site-settings-loader';

const Notices = lazy(async () => ({ default: (await import('./notices')).Notices }));

/** Everything that stands around the pages. */
export function Application({ router }: { router: DataRouter }) {
  // A new session has a new client.
  useSession();
  return (
    <ApolloProvider client={connection.client}>
      <SessionKeeper />
      <SiteSettingsLoader>
        <RouterProvider router={router} />
      </SiteSettingsLoader>
      <Suspense>
        <Notices />
      </Suspense>
    </ApolloProvider>
  );
}
