import { lazy, type ReactNode, Suspense, useRef } from 'react';
import { translate } from '@/i18n';
import { useSiteSettings } from '@/lib/site-settings/site-settings';
import type { ResetWidget } from './turnstile-widget';
import { WIDGET_BOX } from './widget-box';

// Only a site that asks for it downloads it.
const TurnstileWidget = lazy(async () => ({ default: (await import('./turnstile-widget')).TurnstileWidget }));

/** The form was sent before the widget was done; the message is in spec §5. */
export class HumanVerificationMissingError extends Error {
  override name = 'HumanVerificationMissingError';

  constructor() {
    super(translate('errors:completeCaptcha'));
  }
}

export interface HumanVerification {
  /** Stands in the form, above its button; null where human verification is switched off. */
  widget: ReactNode;
  /**
   * The token to send as `cfTurnstileResponse`, each one once; null where human verification is switched off.
   * @throws HumanVerificationMissingError if there is none yet: say its message and send nothing.
   */
  take: () => string | null;
  /** Begins anew if the token has been taken: call it after every answer that does not lead to another page. */
  reset: () => void;
}

/** Cloudflare Turnstile for one form, where the site asks for it (spec §5 and §9). */
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
