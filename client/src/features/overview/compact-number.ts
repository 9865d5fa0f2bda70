import { formatNumber } from '@/lib/format';

/**
 * Large numbers of charts and tiles (spec §2): thousands as K, millions as M, cut to one decimal where it says something.
 * Cut and not rounded, so that 999,999 is no million.
 */
export function compactNumber(value: number, language: string): string {
  if (value >= 1_000_000) return `${formatNumber(cut(value / 1_000_000), language)}M`;
  if (value >= 1000) return `${formatNumber(cut(value / 1000), language)}K`;
  return formatNumber(value, language);
}

const cut = (value: number): number => (value >= 100 ? Math.floor(value) : Math.floor(value * 10) / 10);
