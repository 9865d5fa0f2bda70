import { Navigate, type RouteObject } from 'react-router-dom';
import { paths } from '@/lib/paths';
import { CrashPage, CrashPanel } from './crash';
import { LandingPage } from './landing-page';
import { NotFoundPage } from './not-found-page';
import { RootLayout } from './root-layout';

/** All pages. Each but the smallest is loaded when it is first opened. */
export const routes: RouteObject[] = [
  {
    element: <RootLayout />,
    errorElement: <CrashPage />,
    children: [
      { path: paths.home, element: <LandingPage /> },
      {
        lazy: async () => ({ Component: (await import('./layout/authentication-layout')).AuthenticationLayout }),
        children: [
          {
            path: paths.login,
            lazy: async () => ({ Component: (await import('@/features/session/login-page')).LoginPage }),
          },
        ],
      },
      {
        path: paths.dashboard,
        lazy: async () => ({ Component: (await import('./layout/protected-dashboard')).ProtectedDashboard }),
        children: [
          {
            // The inner boundary: the navigation stays, and the next page clears the error.
            errorElement: <CrashPanel />,
            children: [
              { index: true, element: <Navigate to={paths.workforce} replace /> },
              {
                path: paths.workforce,
                lazy: async () => ({ Component: (await import('@/features/detections/pages')).WorkforcePage }),
              },
              {
                path: paths.portals,
                lazy: async () => ({ Component: (await import('@/features/detections/pages')).PortalsPage }),
              },
            ],
          },
        ],
      },
      { path: '*', element: <NotFoundPage /> },
    ],
  },
];
