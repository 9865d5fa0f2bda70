import { VisuallyHidden } from '@/ui/layout/visually-hidden';
import { LoadingDots } from './loading-dots';

interface SpinnerProps {
  /** What is loading, for screen readers. */
  label: string;
  /** Edge in pixels. 80 is the size of the specification for a whole page or panel. */
  size?: number;
}

/** Three green dots, for a wait that has no shape of its own yet. Where the shape is known, use a Skeleton. */
export function Spinner({ label, size = 80 }: SpinnerProps) {
  return (
    <span role="status" className="inline-flex text-accent">
      <LoadingDots size={size} />
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  );
}
