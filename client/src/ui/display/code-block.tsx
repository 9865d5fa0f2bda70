import type { ReactNode } from 'react';

interface CodeBlockProps {
  code: string;
  /** Accessible name of the block, which is a scrollable region. */
  label: string;
  /** Such as a CopyButton. */
  action?: ReactNode;
}

/** Preformatted text, always left to right; scrolls instead of wrapping. */
export function CodeBlock({ code, label, action }: CodeBlockProps) {
  return (
    <div dir="ltr" className="relative min-w-0 rounded-md border border-line bg-sunken">
      <pre
        role="region"
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard scrolling
        tabIndex={0}
        translate="no"
        className="overflow-x-auto rounded-md py-3 pe-12 ps-4 font-mono text-sm leading-relaxed text-ink"
      >
        <code>{code}</code>
      </pre>
      {action && <div className="absolute top-1.5 end-1.5 rounded-md bg-sunken">{action}</div>}
    </div>
  );
}
