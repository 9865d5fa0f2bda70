import type { ReactNode } from 'react';

interface CodeBlockProps {
  code: string;
  /** Names the block: whoever uses the keyboard scrolls it by itself. */
  label: string;
  /** A CopyButton, say. */
  action?: ReactNode;
}

/** Lines to be copied as they are, from left to right; what is too wide is scrolled, never wrapped. */
export function CodeBlock({ code, label, action }: CodeBlockProps) {
  return (
    <div dir="ltr" className="relative min-w-0 rounded-md border border-line bg-sunken">
      <pre
        role="region"
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keys where it is too wide
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
