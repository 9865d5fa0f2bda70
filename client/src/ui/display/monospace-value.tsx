import type { ReactNode } from 'react';
import { classes } from '@/ui/classes';

interface MonospaceValueProps {
  value: string;
  /** `truncate` keeps one line, in tables; the whole value stays in the title. Otherwise it wraps at any letter. */
  truncate?: boolean;
  /** A CopyButton, say. */
  action?: ReactNode;
  /** Sets the value on its own ground, for a detail page. */
  boxed?: boolean;
}

/**
 * Evidence, letter by letter: an address, a URL, a hash, a TXT value. Always text, never a link; it runs from left to right
 * in every language, its spaces are kept, and it cannot turn the text around it.
 */
export function MonospaceValue({ value, truncate = false, action, boxed = false }: MonospaceValueProps) {
  const text = (
    <bdi
      dir="ltr"
      translate="no"
      {...(truncate && { title: value })}
      className={classes(
        'min-w-0 font-mono text-sm text-ink',
        truncate ? 'block truncate text-match' : 'wrap-anywhere whitespace-pre-wrap',
      )}
    >
      {value}
    </bdi>
  );
  if (!action && !boxed) return text;
  return (
    <EvidenceBox boxed={boxed} action={action}>
      {text}
    </EvidenceBox>
  );
}

interface EvidenceBoxProps {
  boxed: boolean;
  action?: ReactNode;
  children: ReactNode;
}

/** The ground of a piece of evidence, with room for its action at the end. */
export function EvidenceBox({ boxed, action, children }: EvidenceBoxProps) {
  return (
    <span
      className={classes(
        'flex min-w-0 items-start gap-1',
        // Unboxed, the button hangs into the lines around, so that the value keeps the height of a line of text.
        boxed ? 'min-h-10.5 justify-between rounded-md border border-line bg-sunken py-1.5 pe-1.5 ps-3' : '-my-1',
      )}
    >
      <span className="min-w-0 py-1">{children}</span>
      {action}
    </span>
  );
}
