import { type ReactNode, useId } from 'react';
import { classes } from '@/ui/classes';

interface EvidenceStripProps {
  /** Sign in front of the title, such as a monogram. */
  tile?: ReactNode;
  title: ReactNode;
  /** One sentence. */
  summary?: ReactNode;
  /** Severity, state and the like, below the summary. */
  marks?: ReactNode;
  actions?: ReactNode;
  className?: string;
}

/** Header of a page about evidence: the dark of the homepage's hero in both themes, with its beam. */
export function EvidenceStrip({ tile, title, summary, marks, actions, className }: EvidenceStripProps) {
  return (
    <EvidencePanel as="header" className={className}>
      <div className="flex flex-wrap items-start gap-x-5 gap-y-4 p-5 sm:p-6">
        {tile}
        <div className="min-w-[min(16rem,100%)] flex-1">
          <h1
            tabIndex={-1}
            className="line-clamp-4 text-2xl font-semibold tracking-[-0.02em] wrap-anywhere text-ink outline-none rtl:tracking-normal"
          >
            {title}
          </h1>
          {summary && <p className="mt-1 max-w-prose text-base wrap-anywhere text-ink-secondary">{summary}</p>}
          {marks && <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2">{marks}</div>}
        </div>
        {actions}
      </div>
    </EvidencePanel>
  );
}

interface EvidencePanelProps {
  as?: 'header' | 'div';
  className?: string | undefined;
  children: ReactNode;
}

/** Evidence on the dark of the homepage's hero, in both themes. */
export function EvidencePanel({ as: Element = 'div', className, children }: EvidencePanelProps) {
  return (
    <Element
      className={classes('evidence-strip dark relative rounded-lg border border-line bg-sunken text-ink', className)}
    >
      <Beam />
      {/* Positioned, so that it is painted above the beam; without a stacking context of its own, which would keep menus below. */}
      <div className="relative">{children}</div>
    </Element>
  );
}

/** Records in the dark, cut along a beam of light that falls from the corner. */
function Beam() {
  const id = useId();
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute inset-0 overflow-hidden rounded-lg forced-colors:hidden"
    >
      <svg
        viewBox="0 0 200 120"
        preserveAspectRatio="none"
        className="absolute inset-y-0 end-0 h-full w-1/2 text-accent rtl:-scale-x-100"
      >
        <linearGradient id={id} x1="1" y1="0" x2="0.3" y2="1">
          <stop stopColor="currentColor" stopOpacity="0.03" />
          <stop offset="1" stopColor="currentColor" stopOpacity="0.2" />
        </linearGradient>
        <path d="M164 0H200V120H64z" fill={`url(#${id})`} />
      </svg>
    </div>
  );
}
