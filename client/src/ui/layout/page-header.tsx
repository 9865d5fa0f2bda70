import type { ReactNode, Ref } from 'react';

interface PageHeaderProps {
  title: string;
  description?: ReactNode;
  actions?: ReactNode;
  /** Ref of the heading, which the layout focuses after navigation. */
  headingRef?: Ref<HTMLHeadingElement>;
}

export function PageHeader({ title, description, actions, headingRef }: PageHeaderProps) {
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
      <div className="min-w-0">
        <h1 ref={headingRef} tabIndex={-1} className="text-2xl font-semibold tracking-[-0.02em] text-ink">
          {title}
        </h1>
        {description && <p className="mt-1 max-w-prose text-base text-ink-secondary">{description}</p>}
      </div>
      {actions && (
        // Below the strip of the toasts (styles/toasts.css).
        <div className="flex flex-wrap items-center gap-2 max-md:w-full md:pt-9">{actions}</div>
      )}
    </header>
  );
}
