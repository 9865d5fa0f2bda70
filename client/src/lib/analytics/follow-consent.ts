import { currentConsent, onConsentChange } from '@/lib/consent/consent';
import { logFailure } from '@/lib/log';

let following = false;
let stop: (() => void) | null = null;

/**
 * Lets analytics run while the visitor agrees to it, here and in every other tab; its code is loaded only then. The second call
 * does nothing: the homepage and the whole application both make one.
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
    // The choice may have changed while the code was on its way.
    if (currentConsent() === 'all') stop ??= startAnalytics(measurementId);
  } catch (error) {
    // A missing measurement id, or code that did not come: nobody but the operator misses anything.
    logFailure('Analytics does not run', error);
  }
}
