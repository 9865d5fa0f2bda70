import i18next from 'i18next';
import type { Texts } from '@/i18n';

/** Whether this client has a label for the factor of a severity; a newer server may send others. */
export const isKnownFactor = (name: string): name is keyof Texts['detections']['factor'] =>
  i18next.exists(`factor.${name}`, { ns: 'detections' });
