import { useEffect, useState } from 'react';

/** Typing pause before a search is sent. */
export const TYPING_PAUSE_MILLISECONDS = 150;

/** Text after a pause in typing. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(text), TYPING_PAUSE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
