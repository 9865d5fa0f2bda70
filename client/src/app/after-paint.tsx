import { useEffect } from 'react';
import { letAnalyticsFollowConsent } from '@/lib/analytics/follow-consent';
import { useSiteSettings } from '@/lib/site-settings/site-settings';
import { Notices } from './notices';
import { SessionKeeper } from './session-keeper';

/** What the homepage can do without for a moment: notices, the renewal of a session, and analytics where it is allowed. */
export function AfterPaint() {
  const { analyticsMeasurementId } = useSiteSettings();
  useEffect(() => letAnalyticsFollowConsent(analyticsMeasurementId), [analyticsMeasurementId]);
  return (
    <>
      <SessionKeeper />
      <Notices />
    </>
  );
}
