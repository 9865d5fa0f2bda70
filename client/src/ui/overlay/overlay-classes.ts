import { classes } from '@/ui/classes';

/** Backdrop of dialogs and drawers. */
export const SCRIM =
  'fixed inset-0 z-30 bg-scrim transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0';

/**
 * Dialog window: centred below the strip of the toasts (styles/toasts.css), or in the whole screen if that is low. Set
 * `data-toasts="top"` on its element.
 */
export const WINDOW = classes(
  'fixed inset-x-0 inset-y-4 z-30 m-auto flex h-fit max-h-[calc(100dvh-2rem)] w-112 max-w-[calc(100vw-2rem)] flex-col',
  '[@media(height>=30rem)]:top-18 [@media(height>=30rem)]:max-h-[calc(100dvh-5.5rem)]',
  'rounded-xl bg-raised text-ink shadow-dialog outline-none forced-colors:border',
  'transition-[opacity,scale] duration-150 ease-settle data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0',
);
