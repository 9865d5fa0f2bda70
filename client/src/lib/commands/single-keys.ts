import { useSyncExternalStore } from 'react';

const KEY = 'breachlight-single-keys';
const EVENT = 'breachlight-single-keys';

/** Whether plain letters run commands in this browser; they do until somebody switches them off (WCAG 2.2, 2.1.4). */
export const singleKeysEnabled = (): boolean => localStorage.getItem(KEY) !== 'off';

export function setSingleKeys(on: boolean): void {
  localStorage.setItem(KEY, on ? 'on' : 'off');
  window.dispatchEvent(new Event(EVENT));
}

function subscribe(changed: () => void): () => void {
  window.addEventListener(EVENT, changed);
  window.addEventListener('storage', changed);
  return () => {
    window.removeEventListener(EVENT, changed);
    window.removeEventListener('storage', changed);
  };
}

/** The same, kept in step with other tabs. */
export const useSingleKeys = (): boolean => useSyncExternalStore(subscribe, singleKeysEnabled);
