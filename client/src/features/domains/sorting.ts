import type { DomainRowFragment } from './domains.generated';

/** Sort keys of the table (spec §4). */
export const SORT_KEYS = ['DOMAIN', 'TXT', 'TXT_SECRET', 'ENABLED', 'VERIFIED'] as const;
export type SortKey = (typeof SORT_KEYS)[number];

export interface Sorting {
  sortKey: SortKey;
  reverse: boolean;
}

export const DEFAULT_SORTING: Sorting = { sortKey: 'DOMAIN', reverse: false };

/** Return the order after a click on a header: the same key reverses, a new one starts ascending. */
export const nextSorting = ({ sortKey, reverse }: Sorting, key: SortKey): Sorting => ({
  sortKey: key,
  reverse: sortKey === key && !reverse,
});

const VALUES: Record<SortKey, (row: DomainRowFragment) => string | boolean> = {
  DOMAIN: ({ domain }) => domain,
  TXT: ({ domainTxt }) => domainTxt,
  TXT_SECRET: ({ domainTxtSecret }) => domainTxtSecret,
  ENABLED: ({ isEnabled }) => isEnabled,
  VERIFIED: ({ isVerified }) => isVerified,
};

/** Return the rows in order; equal ones are sorted by domain, ascending. */
export function sorted(rows: readonly DomainRowFragment[], { sortKey, reverse }: Sorting): DomainRowFragment[] {
  const value = VALUES[sortKey];
  return rows.toSorted((a, b) => {
    const order = compare(value(a), value(b));
    return (reverse ? -order : order) || compare(a.domain, b.domain);
  });
}

const compare = (a: string | boolean, b: string | boolean): number => Number(a > b) - Number(a < b);
