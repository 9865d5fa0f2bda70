import { classes } from '@/ui/classes';

interface ProgressBarProps {
  /** Accessible name. */
  label: string;
  /** 0 to 100. */
  percent: number;
  /** The figures in words, for screen readers. */
  text: string;
  /** Whether it stands still. */
  isIdle?: boolean;
}

/** Bar of a share that is done. Not a live region: it would never be silent. */
export const ProgressBar = ({ label, percent, text, isIdle = false }: ProgressBarProps) => (
  <div
    role="progressbar"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={100}
    aria-valuenow={percent}
    aria-valuetext={text}
    className="h-1.5 overflow-hidden rounded-full bg-ink/10 forced-colors:border forced-colors:border-[CanvasText]"
  >
    <div
      className={classes(
        'h-full rounded-full transition-[width] duration-300 forced-colors:bg-[Highlight]',
        isIdle ? 'bg-line-control' : 'bg-accent',
      )}
      style={{ width: `${percent}%` }}
    />
  </div>
);
