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
    <div dir="ltr" className="flex min-w-0 items-start rounded-md border border-line bg-sunken">
      <pre
        role="region"
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard scrolling
        tabIndex={0}
        translate="no"
        className="min-w-0 flex-1 overflow-x-auto rounded-md px-4 py-3 font-mono text-sm leading-relaxed text-ink"
      >
        <code>{code}</code>
      </pre>
      {action && <div className="p-1.5">{action}</div>}
    </div>
  );
}
