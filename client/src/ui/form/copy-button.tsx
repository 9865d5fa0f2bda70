import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from './icon-button';

interface CopyButtonProps {
  value: string;
  label: string;
  /** Briefly replaces the label. */
  copiedLabel: string;
  /** Called with the outcome, so that the caller can announce it. */
  onCopy?: (copied: boolean) => void;
  size?: 'sm' | 'md';
}

const SHOWN_FOR = 1500;

/** Copies a value to the clipboard. */
export function CopyButton({ value, label, copiedLabel, onCopy, size = 'sm' }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = window.setTimeout(() => setCopied(false), SHOWN_FOR);
    return () => window.clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    try {
      // Undefined on pages served without TLS.
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
