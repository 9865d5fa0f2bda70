import { useCallback, useEffect, useRef, useState } from 'react';

/** How long a dropdown stays after a press outside of it, in milliseconds (spec §9). */
export const OUTSIDE_CLOSE_DELAY = 200;

/**
 * Open state of a dropdown that stays for OUTSIDE_CLOSE_DELAY after a press outside of it, so that the eye can follow.
 * Every other way to close it (Escape, a choice, the trigger) works at once.
 */
export function useDelayedClose(): [open: boolean, change: (open: boolean, reason: string) => void] {
  const [open, setOpen] = useState(false);
  const timer = useRef<number | undefined>(undefined);

  useEffect(() => () => window.clearTimeout(timer.current), []);

  const change = useCallback((next: boolean, reason: string) => {
    const pending = timer.current !== undefined;
    if (!next && (reason === 'outside-press' || (reason === 'focus-out' && pending))) {
      // The press that lands outside also takes the focus there: one delay covers both.
      timer.current ??= window.setTimeout(() => {
        timer.current = undefined;
        setOpen(false);
      }, OUTSIDE_CLOSE_DELAY);
      return;
    }
    window.clearTimeout(timer.current);
    timer.current = undefined;
    setOpen(next);
  }, []);

  return [open, change];
}
