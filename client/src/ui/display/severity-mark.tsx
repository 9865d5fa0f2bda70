import type { ReactNode } from 'react';
import { classes } from '@/ui/classes';

export type SeverityLevel = 'INFO' | 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL';

interface SeverityMarkProps {
  level: SeverityLevel;
  /** Label of the level. */
  label: string;
  /** `plain` for list rows, `soft` for headings. */
  look?: 'plain' | 'soft';
}

/** Shapes distinguishable without colour: ring, open triangle, half diamond, triangle, octagon. */
const SHAPES: Record<SeverityLevel, ReactNode> = {
  INFO: <circle cx="8" cy="8" r="4.75" fill="none" stroke="currentColor" strokeWidth="1.5" />,
  LOW: <path d="M2.9 4.75h10.2L8 13z" fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" />,
  MEDIUM: (
    <>
      <path
        d="M8 1.9 14.1 8 8 14.1 1.9 8z"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
      />
      <path d="M8 1.9 14.1 8 8 14.1z" fill="currentColor" />
    </>
  ),
  HIGH: (
    <path d="M8 2.4 14.2 13H1.8z" fill="currentColor" stroke="currentColor" strokeWidth="1.2" strokeLinejoin="round" />
  ),
  CRITICAL: (
    <path
      fillRule="evenodd"
      d="M5.2 1.25h5.6L14.75 5.2v5.6l-3.95 3.95H5.2L1.25 10.8V5.2zM7.1 4v4.9h1.8V4zm0 6.3V12h1.8v-1.7z"
      fill="currentColor"
    />
  ),
};

const TEXT: Record<SeverityLevel, string> = {
  INFO: 'text-severity-info-text',
  LOW: 'text-severity-low-text',
  MEDIUM: 'text-severity-medium-text',
  HIGH: 'text-severity-high-text',
  CRITICAL: 'text-severity-critical-text',
};
const SOFT: Record<SeverityLevel, string> = {
  INFO: 'bg-severity-info-soft',
  LOW: 'bg-severity-low-soft',
  MEDIUM: 'bg-severity-medium-soft',
  HIGH: 'bg-severity-high-soft',
  CRITICAL: 'bg-severity-critical-soft',
};

/** Severity as label, shape and colour. */
export function SeverityMark({ level, label, look = 'plain' }: SeverityMarkProps) {
  return (
    <span
      className={classes(
        'inline-flex items-center gap-1.5 align-top text-sm leading-5 font-medium whitespace-nowrap',
        TEXT[level],
        look === 'soft' && `h-6.5 rounded-sm px-2 ${SOFT[level]} forced-colors:border`,
      )}
    >
      <svg viewBox="0 0 16 16" className="size-3.5 shrink-0" aria-hidden="true">
        {SHAPES[level]}
      </svg>
      {label}
    </span>
  );
}
