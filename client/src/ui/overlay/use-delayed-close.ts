import { useCallback, useEffect, useRef, useState } from 'react';

/** Delay between a click outside and the close of a dropdown, in milliseconds (spec §9). */
export const OUTSIDE_CLOSE_DELAY = 200;

/**
 * Open state of a dropdown that closes OUTSIDE_CLOSE_DELAY after a click outside. Other ways to close it (Escape, a choice, the
 * trigger) work immediately.
 */
export function useDelayedClose(): [open: boolean, change: (open: boolean, reason: string) => void] {
  const [open, setOpen] = useState(false);
  const timer = useRef<number | undefined>(undefined);

  useEffect(() => () => window.clearTimeout(timer.current), []);

  const change = useCallback((next: boolean, reason: string) => {
    const pending = timer.current !== undefined;
    if (!next && (reason === 'outside-press' || (reason === 'focus-out' && pending))) {
      // A click outside also moves the focus; one delay covers both.
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
