import type { ReactNode } from 'react';
import { classes } from '@/ui/classes';

/** Shared width of the homepage blocks. */
export function Block({ children, className }: { children: ReactNode; className?: string }) {
  return <section className={classes('mx-auto max-w-6xl px-4 py-16 sm:px-6 lg:py-24', className)}>{children}</section>;
}

/** Heading and lead text of a block. */
export function BlockHeading({ heading, text }: { heading: string; text?: string }) {
  return (
    <div className="max-w-2xl">
      <h2 className="text-3xl font-semibold tracking-[-0.025em] text-balance rtl:tracking-normal">{heading}</h2>
      {text && <p className="mt-4 text-xl text-pretty text-ink-secondary">{text}</p>}
    </div>
  );
}
