import type { ReactNode } from 'react';

/** Heading and introduction of an authentication page or step. */
export function StepHeading({ children, text }: { children: string; text?: ReactNode }) {
  return (
    <header className="grid gap-3">
      <h1 tabIndex={-1} className="text-3xl font-semibold tracking-tight text-balance wrap-anywhere">
        {children}
      </h1>
      {text && <p className="text-lg text-pretty text-ink-secondary">{text}</p>}
    </header>
  );
}
