import { Suspense, useEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router-dom';
import { followConsent } from '@/lib/analytics/follow-consent';
import { reportPageView } from '@/lib/analytics/report';
import { useSiteSettings } from '@/lib/site-settings/site-settings';
import { versionWatch } from '@/lib/version/version';

/** What every change of page does: the focus goes to the new heading, and a tab older than the server reloads. */
export function RootLayout() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  const { analyticsMeasurementId } = useSiteSettings();

  useEffect(() => followConsent(analyticsMeasurementId), [analyticsMeasurementId]);
  // By now the page has set its title.
  useEffect(reportPageView, [pathname]);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (versionWatch.reloadIfStale()) return;
    // Whoever goes along tabs that have addresses of their own stays on them.
    if (document.activeElement?.closest('[role=tablist]')) return;
    document.querySelector<HTMLElement>('h1')?.focus();
  }, [pathname]);

  return (
    <>
      {/* For texts that no page has asked for beforehand. */}
      <Suspense>
        <Outlet />
      </Suspense>
      {/* A filter in the address is no new page: only the path decides where to scroll. */}
      <ScrollRestoration getKey={(location) => location.pathname} />
    </>
  );
}
