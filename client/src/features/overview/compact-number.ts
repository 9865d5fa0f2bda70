import { formatNumber } from '@/lib/format';

/**
 * Formats large numbers (spec §2) as K or M with at most one decimal. Truncates instead of rounding, so that 999,999 is not a
 * million.
 */
export function compactNumber(value: number, language: string): string {
  if (value >= 1_000_000) return `${formatNumber(cut(value / 1_000_000), language)}M`;
  if (value >= 1000) return `${formatNumber(cut(value / 1000), language)}K`;
  return formatNumber(value, language);
}

const cut = (value: number): number => (value >= 100 ? Math.floor(value) : Math.floor(value * 10) / 10);
