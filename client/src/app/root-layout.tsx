import { Suspense, useEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router-dom';
import { followConsent } from '@/lib/analytics/follow-consent';
import { reportPageView } from '@/lib/analytics/report';
import { useSiteSettings } from '@/lib/site-settings/site-settings';
import { versionWatch } from '@/lib/version/version';

/** On each navigation, focuses the new heading and reloads tabs older than the server. */
export function RootLayout() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  const { analyticsMeasurementId } = useSiteSettings();

  useEffect(() => followConsent(analyticsMeasurementId), [analyticsMeasurementId]);
  // The page has set its title by now.
  useEffect(reportPageView, [pathname]);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (versionWatch.reloadIfStale()) return;
    // Keep the focus when navigating between tabs of a page.
    if (document.activeElement?.closest('[role=tablist]')) return;
    document.querySelector<HTMLElement>('h1')?.focus();
  }, [pathname]);

  return (
    <>
      {/* Fallback for texts that were not preloaded. */}
      <Suspense>
        <Outlet />
      </Suspense>
      {/* Key by path: a changed filter in the URL must not scroll. */}
      <ScrollRestoration getKey={(location) => location.pathname} />
    </>
  );
}
