import { DEFAULT_SCRIPT_ID, Turnstile, type TurnstileInstance } from '@marsidev/react-turnstile';
import { type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { WIDGET_BOX } from './widget-box';

/** How the widget is asked for (spec §7 and §9); the interval is in milliseconds. */
const OPTIONS = { action: 'submit-form', size: 'normal', language: 'en', theme: 'auto', retryInterval: 8000 } as const;
/** After this long without a widget the provider counts as out of reach (spec §9), in milliseconds. */
const RESPONSE_WAIT_MILLISECONDS = 30_000;

export type ResetWidget = () => void;

interface TurnstileWidgetProps {
  siteKey: string;
  resetRef: RefObject<ResetWidget | null>;
  /** The token of a solved challenge; undefined once it has run out. */
  onToken: (token: string | undefined) => void;
}

/** The provider's widget, and a word where it cannot be shown. */
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
    // The widget has put the script there in an effect of its own, before this one.
    const script = document.getElementById(DEFAULT_SCRIPT_ID);
    const failAndForget = () => {
      // A script that stays would not be fetched again.
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
      {/* The provider's own words about a failure stand in its box; an empty box goes. */}
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
