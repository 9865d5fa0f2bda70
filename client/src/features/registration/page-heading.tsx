import { type ReactNode, useEffect, useRef } from 'react';

interface PageHeadingProps {
  children: ReactNode;
  /** For a heading that comes up within a page: what was pressed is gone, and the focus with it. */
  takesFocus?: boolean;
}

/** The heading of a page; the application gives it the focus when the page is opened. */
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
