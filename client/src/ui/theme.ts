import { useSyncExternalStore } from 'react';

/** `match-browser` is the default (specification, section 4). */
export type ThemeChoice = 'light' | 'dark' | 'match-browser';

const KEY = 'breachlight-theme';
const EVENT = 'breachlight-theme';

/** The stored choice; the default where nothing, or nothing valid, is stored. */
export function themeChoice(): ThemeChoice {
  const stored = localStorage.getItem(KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'match-browser';
}

/** Keeps the choice. `public/theme.js` hears of it, here and in other tabs, and repaints. */
export function setThemeChoice(choice: ThemeChoice): void {
  localStorage.setItem(KEY, choice);
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

/** The choice, kept in step with other tabs. */
export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(subscribe, themeChoice, themeChoice);
}
