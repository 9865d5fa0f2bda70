import { createStoredValue } from '@/lib/stored-value';

/** Height of table rows: 52 px, or 44 px. */
export type Density = 'comfortable' | 'compact';

const stored = createStoredValue<Density>(
  'breachlight-density',
  (text) => (text === 'compact' ? 'compact' : 'comfortable'),
  (density) => density,
);

/** Stores the choice; `public/theme.js` applies it in every tab. */
export const setDensity = stored.write;
export const useDensity = stored.useValue;
