import { Eye, EyeOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { LoadingDots } from '@/ui/feedback/loading-dots';
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
  /** Fetches the secret; undefined on failure, which the caller has reported. */
  onReveal: () => Promise<string | undefined>;
  boxed?: boolean;
}

/**
 * Masked secret that is revealed on demand and hidden again automatically. The secret exists only in this element, so give it
 * the `key` of its row: another row's value must never appear.
 */
export function SecretValue({
  hiddenLabel,
  revealLabel,
  revealingLabel,
  hideLabel,
  onReveal,
  boxed = false,
}: SecretValueProps) {
  const [secret, setSecret] = useState<string>();
  const [revealing, setRevealing] = useState(false);

  useEffect(() => {
    if (secret === undefined) return undefined;
    const timer = window.setTimeout(() => setSecret(undefined), REVEALED_FOR);
    return () => window.clearTimeout(timer);
  }, [secret]);

  const reveal = async () => {
    setRevealing(true);
    try {
      setSecret(await onReveal());
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
  if (shown) return <MonospaceValue value={secret} boxed={boxed} action={button} />;
  return (
    <EvidenceBox boxed={boxed} action={button}>
      <VisuallyHidden>{hiddenLabel}</VisuallyHidden>
      <span aria-hidden="true" className="block text-lg leading-5 tracking-[0.06em] text-ink-muted">
        {MASK}
      </span>
    </EvidenceBox>
  );
}
