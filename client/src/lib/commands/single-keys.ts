import { createStoredValue } from '@/lib/stored-value';

const stored = createStoredValue<boolean>(
  'breachlight-single-keys',
  (text) => text !== 'off',
  (on) => (on ? 'on' : 'off'),
);

/** Whether single-key shortcuts are on in this browser; default true (WCAG 2.2, 2.1.4). */
export const singleKeysEnabled = stored.read;
export const setSingleKeys = stored.write;
export const useSingleKeys = stored.useValue;
