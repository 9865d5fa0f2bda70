import { useSyncExternalStore } from 'react';

/** Fallback for values that the browser refused to store. */
const unsaved = new Map<string, string>();

/** Reads a text from local storage. */
export function readStored(key: string): string | null {
  try {
    return unsaved.get(key) ?? localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Writes a text to local storage, or to memory if storage is unavailable. */
export function writeStored(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
    unsaved.delete(key);
  } catch {
    unsaved.set(key, value);
  }
}

interface StoredValue<T> {
  read: () => T;
  write: (value: T) => void;
  /** The value, updated when this or another tab writes it. */
  useValue: () => T;
}

/**
 * A value in local storage that every component and every tab follows. A write raises an event named after the key on the
 * window, which `public/theme.js` also listens to.
 *
 * @param parse must return a primitive or the same object for the same text.
 */
export function createStoredValue<T>(
  key: string,
  parse: (text: string | null) => T,
  format: (value: T) => string,
): StoredValue<T> {
  const read = () => parse(readStored(key));
  const subscribe = (changed: () => void) => {
    window.addEventListener(key, changed);
    window.addEventListener('storage', changed);
    return () => {
      window.removeEventListener(key, changed);
      window.removeEventListener('storage', changed);
    };
  };
  return {
    read,
    write(value) {
      writeStored(key, format(value));
      window.dispatchEvent(new Event(key));
    },
    useValue: () => useSyncExternalStore(subscribe, read, read),
  };
}
