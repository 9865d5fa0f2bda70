import { Eye, EyeOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { LoadingDots } from '@/ui/feedback/loading-dots';
import { CopyButton } from '@/ui/form/copy-button';
import { IconButton } from '@/ui/form/icon-button';
import { VisuallyHidden } from '@/ui/layout/visually-hidden';
import { EvidenceBox, MonospaceValue } from './monospace-value';

/** Fixed length, so that the mask does not reveal the length of the secret. */
const MASK = '••••••••';

/** Time until a revealed secret is hidden again, in milliseconds. */
export const REVEALED_FOR = 30_000;

interface SecretValueProps {
  /** Accessible name while hidden. */
  hiddenLabel: string;
  revealLabel: string;
  revealingLabel: string;
  hideLabel: string;
  /** Countdown below a revealed secret. */
  hidesIn: (seconds: number) => string;
  copyLabel: string;
  copiedLabel: string;
  /** Called with the outcome of copying, so that the caller can announce it. */
  onCopy: (copied: boolean) => void;
  /** Fetches the secret; undefined on failure, which the caller has reported. */
  onReveal: () => Promise<string | undefined>;
  boxed?: boolean;
}

/**
 * Masked secret that is revealed on demand and hidden again automatically, with a countdown. The secret exists only in this element, so give it
 * the `key` of its row: another row's value must never appear.
 */
export function SecretValue({
  hiddenLabel,
  revealLabel,
  revealingLabel,
  hideLabel,
  hidesIn,
  copyLabel,
  copiedLabel,
  onCopy,
  onReveal,
  boxed = false,
}: SecretValueProps) {
  const [secret, setSecret] = useState<string>();
  const [revealing, setRevealing] = useState(false);

  const [seconds, setSeconds] = useState(REVEALED_FOR / 1000);

  useEffect(() => {
    if (secret === undefined) return undefined;
    // A timer of its own: the countdown may be late, hiding may not.
    const timer = window.setTimeout(() => setSecret(undefined), REVEALED_FOR);
    const end = Date.now() + REVEALED_FOR;
    const count = () => setSeconds(Math.max(1, Math.ceil((end - Date.now()) / 1000)));
    count();
    const clock = window.setInterval(count, 1000);
    return () => {
      window.clearTimeout(timer);
      window.clearInterval(clock);
    };
  }, [secret]);

  const reveal = async () => {
    setRevealing(true);
    try {
      const found = await onReveal();
      // The last countdown ended at one.
      setSeconds(REVEALED_FOR / 1000);
      setSecret(found);
    } finally {
      setRevealing(false);
    }
  };

  const shown = secret !== undefined;
  const button = (
    <IconButton
      size="sm"
      label={revealing ? revealingLabel : shown ? hideLabel : revealLabel}
      icon={revealing ? <LoadingDots size={18} /> : shown ? <EyeOff /> : <Eye />}
      disabled={revealing}
      onClick={() => (shown ? setSecret(undefined) : void reveal())}
    />
  );
  if (shown) {
    return (
      <>
        <MonospaceValue
          value={secret}
          boxed={boxed}
          action={
            <span className="flex">
              <CopyButton value={secret} label={copyLabel} copiedLabel={copiedLabel} onCopy={onCopy} />
              {button}
            </span>
          }
        />
        <span role="timer" className="block text-sm text-ink-muted tabular-nums">
          {hidesIn(seconds)}
        </span>
      </>
    );
  }
  return (
    <EvidenceBox boxed={boxed} action={button}>
      <VisuallyHidden>{hiddenLabel}</VisuallyHidden>
      <span aria-hidden="true" className="block text-lg leading-5 tracking-[0.06em] text-ink-muted">
        {MASK}
      </span>
    </EvidenceBox>
  );
}
