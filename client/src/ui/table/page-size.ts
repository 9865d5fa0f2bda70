import { createStoredValue } from '@/lib/stored-value';

export const PAGE_SIZES = [10, 25, 50, 100] as const;
export type PageSize = (typeof PAGE_SIZES)[number];

const stored = createStoredValue<PageSize>(
  'breachlight-page-size',
  (text) => PAGE_SIZES.find((size) => String(size) === text) ?? 10,
  String,
);

export const setPageSize = stored.write;
/** Rows on a page of any list, remembered by the browser; 10 at first (spec §9). */
export const usePageSize = stored.useValue;

/** Page that contains the first row of `page` after the size changes. */
export const samePlace = (page: number, from: PageSize, to: PageSize): number =>
  Math.floor(((page - 1) * from) / to) + 1;
