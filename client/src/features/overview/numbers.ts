/**
 * Large numbers of charts and tiles (specification §2): thousands as K, millions as M, cut to one decimal where it says something.
 * Cut and not rounded, so that 999,999 is no million.
 */
export function compact(value: number): string {
  if (value >= 1_000_000) return `${cut(value / 1_000_000)}M`;
  if (value >= 1000) return `${cut(value / 1000)}K`;
  return String(value);
}

const cut = (value: number): number => (value >= 100 ? Math.floor(value) : Math.floor(value * 10) / 10);

const formats = new Map<string, Intl.NumberFormat>();

/** The whole number in the reader's language. */
export function whole(value: number, language: string): string {
  const format = formats.get(language) ?? new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
  formats.set(language, format);
  return format.format(value);
}
