import type { ReactNode } from 'react';
import { classes } from '@/ui/classes';

/** `wide` for tables and charts, which use the window; `text` for forms and reading. */
const WIDTHS = { wide: 'max-w-480', text: 'max-w-4xl' };

interface PageProps {
  width: keyof typeof WIDTHS;
  children: ReactNode;
}

/** Content of a dashboard page. All start at the same edge, so that titles don't shift from page to page. */
export function Page({ width, children }: PageProps) {
  return <div className={classes('grid grid-cols-[minmax(0,1fr)] gap-6', WIDTHS[width])}>{children}</div>;
}
