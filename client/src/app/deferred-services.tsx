import { lazy, Suspense, useEffect } from 'react';
import { followConsent } from '@/lib/analytics/follow-consent';
import { useSession } from '@/lib/session/store';
import { useSiteSettings } from '@/lib/site-settings/site-settings';
import { versionWatch } from '@/lib/version/version';

const OfSession = lazy(async () => ({ default: (await import('./session-services')).SessionServices }));

/** Services that load after the homepage: session refresh, analytics (with consent), upgrade check. */
export function DeferredServices() {
  const { analyticsMeasurementId } = useSiteSettings();
  const { loggedIn } = useSession();
  useEffect(() => followConsent(analyticsMeasurementId), [analyticsMeasurementId]);

  useEffect(() => {
    // A missing chunk means that the server was upgraded: reload the page.
    const partMissing = () => void versionWatch.check().then(versionWatch.reloadIfStale);
    addEventListener('vite:preloadError', partMissing);
    return () => removeEventListener('vite:preloadError', partMissing);
  }, []);

  return (
    loggedIn && (
      <Suspense>
        <OfSession />
      </Suspense>
    )
  );
}
