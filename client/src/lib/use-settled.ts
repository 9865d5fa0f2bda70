import { useEffect, useState } from 'react';

/** Texts of one or two characters are contained in much, and more will follow. */
const SHORT_TEXT = 2;

/** Milliseconds without typing after which a text is searched for. */
export function typingPause(text: string): number {
  return text.trim().length > SHORT_TEXT ? 100 : 150;
}

/** Text after a pause in typing. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(text), typingPause(text));
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
