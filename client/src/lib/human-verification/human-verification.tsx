import { lazy, type ReactNode, Suspense, useRef } from 'react';
import { translate } from '@/i18n';
import { useSiteSettings } from '@/lib/site-settings/site-settings';
import type { ResetWidget } from './turnstile-widget';
import { WIDGET_BOX } from './widget-box';

// Loaded only if human verification is on.
const TurnstileWidget = lazy(async () => ({ default: (await import('./turnstile-widget')).TurnstileWidget }));

/** The form was submitted before the challenge was solved (spec §5). */
export class HumanVerificationMissingError extends Error {
  override name = 'HumanVerificationMissingError';

  constructor() {
    super(translate('errors:completeCaptcha'));
  }
}

export interface HumanVerification {
  /** Rendered above the submit button; null if human verification is off. */
  widget: ReactNode;
  /**
   * Returns a one-time token to send as `cfTurnstileResponse`; null if human verification is off.
   * @throws HumanVerificationMissingError without a token: show its message and send nothing.
   */
  take: () => string | null;
  /** Resets the widget if its token was used; call it after every response that stays on the page. */
  reset: () => void;
}

/** Cloudflare Turnstile for one form, if turned on (spec §5 and §9). */
export function useHumanVerification(): HumanVerification {
  const { turnkeyEnabled, turnkeySiteKey } = useSiteSettings();
  const token = useRef<string>(undefined);
  const taken = useRef(false);
  const resetWidget = useRef<ResetWidget>(null);

  if (!turnkeyEnabled) return { widget: null, take: () => null, reset: () => undefined };
  return {
    widget: (
      <Suspense fallback={<div className={WIDGET_BOX} />}>
        <TurnstileWidget
          siteKey={turnkeySiteKey}
          resetRef={resetWidget}
          onToken={(next) => {
            token.current = next;
          }}
        />
      </Suspense>
    ),
    take() {
      if (token.current === undefined) throw new HumanVerificationMissingError();
      const given = token.current;
      token.current = undefined;
      taken.current = true;
      return given;
    },
    reset() {
      if (!taken.current) return;
      taken.current = false;
      resetWidget.current?.();
    },
  };
}
