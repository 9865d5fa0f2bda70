import type { ReactNode } from 'react';
import { classes } from '@/ui/classes';
import { VisuallyHidden } from '@/ui/layout/visually-hidden';
import { ROW_OPENER } from './row-keys';

interface RowOpenerProps {
  id: string;
  unread: boolean;
  unreadLabel: string | undefined;
  onPress?: () => void;
  /** Whether the row is the open one. */
  isOpen?: boolean;
  /** Wraps a long name, as on a card. */
  wrap?: boolean;
  children: ReactNode;
}

/** Row name, as a button if the row can be opened. */
export function RowOpener({
  id,
  unread,
  unreadLabel,
  onPress,
  isOpen = false,
  wrap = false,
  children,
}: RowOpenerProps) {
  const look = classes(
    // One weight for both states, so that reading a row moves no letter.
    'block max-w-full min-w-0 text-start font-medium',
    wrap ? 'wrap-anywhere' : 'truncate',
    unread ? 'text-ink' : 'text-ink-secondary',
  );
  const name = (
    <>
      {unread && unreadLabel && <VisuallyHidden>{unreadLabel}</VisuallyHidden>} {children}
    </>
  );
  if (!onPress) return <div className={look}>{name}</div>;
  return (
    <button
      type="button"
      aria-current={isOpen || undefined}
      {...{ [ROW_OPENER]: id }}
      onClick={onPress}
      className={classes(look, 'rounded-xs focus-visible:-outline-offset-1')}
    >
      {name}
    </button>
  );
}
