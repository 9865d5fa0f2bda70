import { classes } from '@/ui/classes';

/** Backdrop of dialogs and drawers. */
export const SCRIM =
  'fixed inset-0 z-30 bg-scrim transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0';

/** Centred dialog window. */
export const WINDOW = classes(
  'fixed top-1/2 left-1/2 z-30 flex max-h-[calc(100dvh-2rem)] w-112 max-w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2 flex-col',
  'rounded-xl bg-raised text-ink shadow-dialog outline-none forced-colors:border',
  'transition-[opacity,scale] duration-150 ease-settle data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0',
);
