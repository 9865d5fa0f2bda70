import { type ReactNode, useEffect, useRef } from 'react';

interface PageHeadingProps {
  children: ReactNode;
  /** Focus a heading that replaces the pressed button. */
  takesFocus?: boolean;
}

/** Heading of a page; the application focuses it when the page opens. */
export function PageHeading({ children, takesFocus = false }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <h1 ref={heading} tabIndex={-1} className="text-3xl font-semibold tracking-tight text-balance wrap-anywhere">
      {children}
    </h1>
  );
}
