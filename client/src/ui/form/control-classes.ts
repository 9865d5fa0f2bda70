import { classes } from '@/ui/classes';

export type ControlSize = 'md' | 'lg';

const SIZES: Record<ControlSize | 'area', string> = {
  md: 'h-9 px-3 text-base',
  lg: 'h-11 px-3.5 text-lg',
  area: 'min-h-24 px-3.5 py-2.5 text-lg',
};

/** Border and background shared by all form controls. */
export function controlClasses(size: ControlSize | 'area' = 'md'): string {
  return classes(
    'w-full min-w-0 appearance-none rounded-md border border-line-control bg-surface text-ink transition-colors duration-100 dark:bg-canvas',
    'hover:border-ink-muted focus-visible:border-focus focus-visible:outline-2 focus-visible:-outline-offset-1',
    'aria-invalid:border-danger aria-invalid:focus-visible:outline-danger',
    'disabled:cursor-not-allowed disabled:opacity-50',
    SIZES[size],
  );
}
