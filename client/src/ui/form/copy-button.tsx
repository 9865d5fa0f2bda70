import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from './icon-button';

interface CopyButtonProps {
  value: string;
  label: string;
  /** Takes the place of the label for a moment. */
  copiedLabel: string;
  /** Told what happened, so that the screen can say it in its own words. */
  onCopy?: (copied: boolean) => void;
  size?: 'sm' | 'md';
}

const SHOWN_FOR = 1500;

/** Puts a value on the clipboard. */
export function CopyButton({ value, label, copiedLabel, onCopy, size = 'sm' }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = window.setTimeout(() => setCopied(false), SHOWN_FOR);
    return () => window.clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    try {
      // Absent, not only refused, on a page that was not served over TLS.
      await navigator.clipboard.writeText(value);
      setCopied(true);
      onCopy?.(true);
    } catch {
      onCopy?.(false);
    }
  };
  return (
    <IconButton
      size={size}
      label={copied ? copiedLabel : label}
      icon={copied ? <Check className="text-success-text" /> : <Copy />}
      onClick={() => void copy()}
    />
  );
}
