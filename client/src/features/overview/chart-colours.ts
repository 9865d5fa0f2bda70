import type { Part } from './bars';

/** Fills of a chart's parts. */
export const FILLS: Record<Part, string> = {
  workforce: 'fill-accent',
  portals: 'fill-info-text',
  critical: 'fill-severity-critical-text',
  high: 'fill-severity-high-text',
  medium: 'fill-severity-medium-text',
  low: 'fill-severity-low-text',
  info: 'fill-severity-info-text',
};

// Forced colours would remove the backgrounds, but not the fills that these explain.
/** Backgrounds of the legend that explains them. */
export const DOTS: Record<Part, string> = {
  workforce: 'forced-color-adjust-none bg-accent',
  portals: 'forced-color-adjust-none bg-info-text',
  critical: 'forced-color-adjust-none bg-severity-critical-text',
  high: 'forced-color-adjust-none bg-severity-high-text',
  medium: 'forced-color-adjust-none bg-severity-medium-text',
  low: 'forced-color-adjust-none bg-severity-low-text',
  info: 'forced-color-adjust-none bg-severity-info-text',
};
