import { useState } from 'react';

/** A yes or no that this browser remembers; where it cannot be stored it lasts as long as the tab. */
export function useStoredFlag(key: string): [boolean, (value: boolean) => void] {
  const [flag, setFlag] = useState(() => localStorage.getItem(key) === 'true');
  return [
    flag,
    (value) => {
      setFlag(value);
      try {
        localStorage.setItem(key, String(value));
      } catch {
        // Remembered by this tab only.
      }
    },
  ];
}
