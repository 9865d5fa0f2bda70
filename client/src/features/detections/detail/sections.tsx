import type { ReactNode } from 'react';

/** Titled section of the detail. */
export const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
    <h3 className="text-sm font-semibold text-ink">{title}</h3>
    {children}
  </section>
);

export const Facts = ({ children }: { children: ReactNode }) => (
  <dl className="divide-y divide-line border-y border-line">{children}</dl>
);

/** Evidence is always left to right, whatever the language. */
export const isolated = (value: string | null | undefined) => (value ? <bdi dir="ltr">{value}</bdi> : null);

/** One line; nothing if the value is unknown. */
export function Fact({ name, children, wideName = false }: { name: string; children: ReactNode; wideName?: boolean }) {
  if (children === null || children === undefined || children === false || children === '') return null;
  return (
    <div className={`flex flex-wrap items-start justify-between gap-x-4 py-2 ${wideName ? '' : 'gap-y-0.5'}`}>
      <dt className={wideName ? 'min-w-0 flex-1 text-ink-secondary' : 'w-36 shrink-0 text-ink-muted'}>{name}</dt>
      <dd className={wideName ? 'tabular-nums' : 'min-w-40 flex-1 wrap-anywhere text-ink'}>{children}</dd>
    </div>
  );
}
