import type { ReactNode } from 'react';

/** Text for screen readers only; `live` announces changes. */
export function VisuallyHidden({ children, live = false }: { children: ReactNode; live?: boolean }) {
  return (
    <span className="sr-only" {...(live && { 'aria-live': 'polite', 'aria-atomic': true })}>
      {children}
    </span>
  );
}
