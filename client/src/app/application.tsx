import { ApolloProvider } from '@apollo/client/react';
import { DirectionProvider } from '@base-ui/react/direction-provider';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { type DataRouter, RouterProvider } from 'react-router-dom';
import { directionOf } from '@/i18n/language';
import { connection } from '@/lib/graphql/client';
import { useSession } from '@/lib/session/store';
import { TooltipLayer } from '@/ui/overlay/tooltip-layer';
import { SessionRefresh } from './session-refresh';
import { SiteSettingsLoader } from './site-settings-loader';

const Notices = lazy(async () => ({ default: (await import('./toast-layer')).ToastLayer }));

/** Providers around all pages. */
export function Application({ router }: { router: DataRouter }) {
  // Each session has its own client.
  useSession();
  const { i18n } = useTranslation();
  return (
    <ApolloProvider client={connection.client}>
      <DirectionProvider direction={directionOf(i18n.language)}>
        <SessionRefresh />
        <SiteSettingsLoader>
          <RouterProvider router={router} />
        </SiteSettingsLoader>
        <Suspense>
          <Notices />
        </Suspense>
        <TooltipLayer />
      </DirectionProvider>
    </ApolloProvider>
  );
}
