import { lazy, Suspense, useEffect } from 'react';
import { followConsent } from '@/lib/analytics/follow-consent';
import { useSession } from '@/lib/session/store';
import { useSiteSettings } from '@/lib/site-settings/site-settings';
import { versionWatch } from '@/lib/version/version';

const OfSession = lazy(async () => ({ default: (await import('./session-services')).SessionServices }));

/** What the homepage can do without for a moment: the renewal of a session, analytics where it is allowed, an upgrade. */
export function DeferredServices() {
  const { analyticsMeasurementId } = useSiteSettings();
  const { loggedIn } = useSession();
  useEffect(() => followConsent(analyticsMeasurementId), [analyticsMeasurementId]);

  useEffect(() => {
    // A part is missing: after an upgrade its old name is gone from the server, and the page must come anew.
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
