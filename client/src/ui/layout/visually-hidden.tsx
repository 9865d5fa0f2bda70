import type { ReactNode } from 'react';

/** Text for screen readers only. With `live` it is announced when it changes. */
export function VisuallyHidden({ children, live = false }: { children: ReactNode; live?: boolean }) {
  return (
    <span className="sr-only" {...(live && { 'aria-live': 'polite', 'aria-atomic': true })}>
      {children}
    </span>
  );
}
