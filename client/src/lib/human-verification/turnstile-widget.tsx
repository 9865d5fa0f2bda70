import { DEFAULT_SCRIPT_ID, Turnstile, type TurnstileInstance } from '@marsidev/react-turnstile';
import { type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { WIDGET_BOX } from './widget-box';

/** Widget options (spec §7 and §9); the interval is in milliseconds. */
const OPTIONS = { action: 'submit-form', size: 'normal', language: 'en', theme: 'auto', retryInterval: 8000 } as const;
/** Time without a widget after which the provider counts as unreachable (spec §9), in milliseconds. */
const RESPONSE_WAIT_MILLISECONDS = 30_000;

export type ResetWidget = () => void;

interface TurnstileWidgetProps {
  siteKey: string;
  resetRef: RefObject<ResetWidget | null>;
  /** Called with the token of a solved challenge; undefined once it has expired. */
  onToken: (token: string | undefined) => void;
}

/** The provider's widget, or an error if it cannot be loaded. */
export function TurnstileWidget({ siteKey, resetRef, onToken }: TurnstileWidgetProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(1);
  const instance = useRef<TurnstileInstance>(undefined);
  const lose = () => onToken(undefined);

  useImperativeHandle(resetRef, () => () => instance.current?.reset());

  useEffect(() => {
    if (shown || failed) return undefined;
    const fail = () => setFailed(true);
    const timer = setTimeout(fail, RESPONSE_WAIT_MILLISECONDS);
    // The widget has inserted the script in an earlier effect.
    const script = document.getElementById(DEFAULT_SCRIPT_ID);
    const failAndForget = () => {
      // Remove the script; otherwise it is not fetched again.
      script?.remove();
      fail();
    };
    script?.addEventListener('error', failAndForget);
    return () => {
      clearTimeout(timer);
      script?.removeEventListener('error', failAndForget);
    };
  }, [shown, failed]);

  const tryAgain = () => {
    setShown(false);
    setFailed(false);
    setAttempt(attempt + 1);
  };

  return (
    <div className="grid min-w-0 grid-cols-1 gap-2">
      {/* The provider shows its own errors in the box; hide the box if it is empty. */}
      <div className={failed && !shown ? 'hidden' : WIDGET_BOX}>
        <Turnstile
          key={attempt}
          className="shrink-0"
          ref={instance}
          siteKey={siteKey}
          options={OPTIONS}
          onWidgetLoad={() => setShown(true)}
          onSuccess={(token) => {
            setFailed(false);
            onToken(token);
          }}
          onExpire={lose}
          onTimeout={lose}
          onUnsupported={() => setFailed(true)}
          onError={() => {
            lose();
            setFailed(true);
          }}
        />
      </div>
      {failed && (
        <p role="alert" className="text-sm text-danger-text">
          {t('humanVerification.failed')}{' '}
          <button type="button" onClick={tryAgain} className="rounded-xs font-medium underline underline-offset-3">
            {t('humanVerification.retry')}
          </button>
        </p>
      )}
    </div>
  );
}
