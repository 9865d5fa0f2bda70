import type { ReactNode } from 'react';

interface StepHeadingProps {
  children: string;
  text?: ReactNode;
  /** Sign above the heading, such as of success. */
  sign?: ReactNode;
  /** Whether screen readers say changes of the heading and text. */
  isLive?: boolean;
}

/** Heading and introduction of an authentication page or step. */
export function StepHeading({ children, text, sign, isLive = false }: StepHeadingProps) {
  // A header can't be a status (ARIA in HTML).
  const Element = isLive ? 'div' : 'header';
  return (
    <Element role={isLive ? 'status' : undefined} className="grid gap-3">
      {sign}
      <h1 tabIndex={-1} className="text-3xl font-semibold tracking-tight text-balance wrap-anywhere">
        {children}
      </h1>
      {text && <p className="text-lg text-pretty wrap-anywhere text-ink-secondary">{text}</p>}
    </Element>
  );
}
