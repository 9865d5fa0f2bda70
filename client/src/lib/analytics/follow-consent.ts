import { currentConsent, onConsentChange } from '@/lib/consent/consent';
import { logFailure } from '@/lib/log';

let following = false;
let stop: (() => void) | null = null;

/**
 * Runs analytics while consent is given, in this and other tabs; loads its code only then. Idempotent: both the homepage and
 * the full application call it.
 */
export function followConsent(measurementId: string): void {
  if (following) return;
  following = true;
  const settle = () => void runIfAllowed(measurementId);
  onConsentChange(settle);
  settle();
}

async function runIfAllowed(measurementId: string): Promise<void> {
  if (currentConsent() !== 'all') {
    stop?.();
    stop = null;
    return;
  }
  try {
    const { startAnalytics } = await import('./analytics');
    // Consent may have changed while the code was loading.
    if (currentConsent() === 'all') stop ??= startAnalytics(measurementId);
  } catch (error) {
    // Only the operator is affected by a missing measurement id or code that failed to load.
    logFailure('Analytics does not run', error);
  }
}
