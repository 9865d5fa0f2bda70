import { createStoredValue } from '@/lib/stored-value';

/** `match-browser` is the default (spec §4). */
export type ThemeChoice = 'light' | 'dark' | 'match-browser';

const stored = createStoredValue<ThemeChoice>(
  'breachlight-theme',
  (text) => (text === 'light' || text === 'dark' ? text : 'match-browser'),
  (choice) => choice,
);

/** Stores the choice; `public/theme.js` applies it in every tab. */
export const setThemeChoice = stored.write;
export const useThemeChoice = stored.useValue;
