import { VisuallyHidden } from '@/ui/layout/visually-hidden';
import { LoadingDots } from './loading-dots';

interface SpinnerProps {
  /** Accessible name. */
  label: string;
  /** Size in pixels; 80 for a page or panel (spec §2). */
  size?: number;
}

/** Three green dots. If the shape of the content is known, use a Skeleton. */
export function Spinner({ label, size = 80 }: SpinnerProps) {
  return (
    <span role="status" className="inline-flex text-accent">
      <LoadingDots size={size} />
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  );
}
