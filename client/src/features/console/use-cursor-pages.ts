import { useState } from 'react';

/** A page of a list that is followed by cursors. */
interface CursorPage {
  hasMore: boolean;
  /** Null if there are no rows. */
  cursor: string | null;
}

/**
 * Position in a list whose pages follow the last row of the one before. Another `list`, such as other filters, begins at its
 * first page.
 */
export function useCursorPages(list: string, pageSize: number) {
  const [position, setPosition] = useState<{ list: string; after: readonly string[] }>({ list, after: [] });
  const before = position.list === list ? position.after : [];
  const goTo = (after: readonly string[]) => () => setPosition({ list, after });
  return {
    after: before.at(-1),
    /** Number of the first row, and how to go to the adjacent pages; undefined where there is none. */
    of: (page: CursorPage | undefined) => ({
      first: before.length * pageSize + 1,
      previous: before.length > 0 ? goTo(before.slice(0, -1)) : undefined,
      next: page?.hasMore && page.cursor !== null ? goTo([...before, page.cursor]) : undefined,
    }),
  };
}
