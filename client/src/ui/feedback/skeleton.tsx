import { classes } from '@/ui/classes';

/** The place of a text or picture that is on its way; width and height come as classes. The parent announces the wait. */
export function Skeleton({ className }: { className: string }) {
  return (
    <span
      aria-hidden="true"
      className={classes('block animate-shimmer rounded-sm bg-line forced-colors:bg-[GrayText]', className)}
    />
  );
}
