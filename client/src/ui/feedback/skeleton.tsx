import { classes } from '@/ui/classes';

/** Placeholder while loading, sized by classes. The parent announces the loading state. */
export function Skeleton({ className }: { className: string }) {
  return (
    <span
      aria-hidden="true"
      className={classes('block animate-shimmer rounded-sm bg-line forced-colors:bg-[GrayText]', className)}
    />
  );
}
