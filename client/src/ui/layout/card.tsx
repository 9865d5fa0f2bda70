import type { ReactNode } from 'react';
import { classes } from '@/ui/classes';

interface CardProps {
  children: ReactNode;
  title?: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  footer?: ReactNode;
  /** False for content with its own edges, such as a table. */
  padded?: boolean;
}

/** Box with an optional heading. */
export function Card({ children, title, description, actions, footer, padded = true }: CardProps) {
  return (
    <section className="flex flex-col rounded-lg border border-line bg-surface shadow-low">
      {(title || actions) && (
        <header className="flex flex-wrap items-start justify-between gap-3 border-b border-line px-5 py-4">
          <div className="min-w-0">
            <h2 className="text-lg font-semibold tracking-tight text-ink">{title}</h2>
            {description && <p className="mt-0.5 text-sm text-ink-muted">{description}</p>}
          </div>
          {actions && <div className="flex items-center gap-2">{actions}</div>}
        </header>
      )}
      <div className={classes('flex-1', padded && 'p-5')}>{children}</div>
      {footer && <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">{footer}</footer>}
    </section>
  );
}
