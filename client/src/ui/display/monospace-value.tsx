import type { ReactNode } from 'react';
import { classes } from '@/ui/classes';

interface MonospaceValueProps {
  value: string;
  /** `truncate` keeps one line, with the full value in the title. Otherwise it wraps anywhere. */
  truncate?: boolean;
  /** Such as a CopyButton. */
  action?: ReactNode;
  /** Makes the value a link to a new tab. Only for an address that was checked. */
  href?: string;
  /** Shows the value in a box, for detail pages. */
  boxed?: boolean;
}

/**
 * Evidence such as an address, URL, hash or TXT value. Text unless `href` says otherwise; left to right in every language, with
 * preserved spaces, and isolated from the direction of the surrounding text.
 */
export function MonospaceValue({ value, truncate = false, action, href, boxed = false }: MonospaceValueProps) {
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
      {href === undefined ? (
        value
      ) : (
        <a
          href={href}
          target="_blank"
          rel="noopener noreferrer"
          referrerPolicy="no-referrer"
          className="rounded-xs underline decoration-line-control underline-offset-3 hover:decoration-current"
        >
          {value}
        </a>
      )}
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

/** Box with room for an action at the end. */
export function EvidenceBox({ boxed, action, children }: EvidenceBoxProps) {
  return (
    <span
      className={classes(
        'flex min-w-0 items-start gap-1',
        // Without a box, the button overlaps adjacent lines, so that the line height stays the same.
        boxed ? 'min-h-10.5 justify-between rounded-md border border-line bg-sunken py-1.5 pe-1.5 ps-3' : '-my-1',
      )}
    >
      <span className="min-w-0 py-1">{children}</span>
      {action}
    </span>
  );
}
