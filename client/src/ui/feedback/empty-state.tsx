import type { ReactNode } from 'react';

interface EmptyStateProps {
  title: string;
  text?: ReactNode;
  /** Decorative drawing from illustrations.tsx. */
  illustration?: ReactNode;
  action?: ReactNode;
}

/** Explains why there is nothing to show and what to do next. */
export function EmptyState({ title, text, illustration, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center px-6 py-14 text-center">
      {illustration && <div className="mb-5 text-ink">{illustration}</div>}
      <h2 className="text-lg font-semibold tracking-tight text-balance text-ink">{title}</h2>
      {text && <p className="mt-1 max-w-96 text-base text-pretty text-ink-muted">{text}</p>}
      {action && <div className="mt-5">{action}</div>}
    </div>
  );
}
